package okibi.bench.experiment.terasort

import okibi.bench.benchmark.StandardVariants
import okibi.bench.runner.{Variant, VariantRole}
import okibi.mapreduce.PrefixSortCollector

import org.apache.hadoop.mapreduce.MRJobConfig

/** A job with Hadoop's own collector and with Okibi's, and the counted variants from which its phases are predicted. */
private[terasort] object CollectorVariants {
  val hadoop = "hadoop"

  private val all: Seq[(String, Seq[(String, String)])] = Seq(
    hadoop -> Nil,
    StandardVariants.okibi -> Seq(
      MRJobConfig.MAP_OUTPUT_COLLECTOR_CLASS_ATTR -> classOf[PrefixSortCollector[_, _]].getName
    )
  )

  /** The setting for the input of a map task in bytes, whatever the size of blocks. */
  def bytesPerTask(bytes: Long): (String, String) = "mapreduce.input.fileinputformat.split.minsize" -> bytes.toString

  /** The timed job with each collector. */
  def timed(job: MeasuredJob, work: ujson.Obj, heap: String, inputSize: (String, String)): Seq[Variant] =
    all.map { case (name, conf) => Variant(name, job.mainClass, work, heap, conf :+ inputSize) }

  /** Counted variants beside the timed jobs of each round: the same job with hardly any data, and the costs of each
    * phase's steps. The costs of a map task are measured for each collector. A reduce task is the same for both
    * collectors.
    */
  def counted(
      job: MeasuredJob,
      terms: TermsJob,
      phases: Seq[String],
      work: ujson.Obj,
      heap: String,
      inputSize: (String, String)
  ): Seq[Variant] = {
    def workWith(more: (String, ujson.Value)) = ujson.Obj.from(work.value.toSeq :+ more)
    def termsOf(name: String, phase: String, conf: Seq[(String, String)]) =
      Variant(PredictedPhase.termsOf(name, phase), terms.mainClass, workWith(TermsJob.phase -> phase), heap, conf)
    val (mapPhases, sharedPhases) = phases.partition(_ == TermsJob.map)
    val variants = all.flatMap { case (name, conf) =>
      Variant(
        PredictedPhase.emptyOf(name),
        job.mainClass,
        workWith("empty" -> true),
        heap,
        conf :+ inputSize
      ) +: mapPhases.map(
        termsOf(name, _, conf)
      )
    } ++ sharedPhases.map(termsOf(hadoop, _, Nil))
    variants.map(_.copy(role = VariantRole.CountedEachRound))
  }
}
