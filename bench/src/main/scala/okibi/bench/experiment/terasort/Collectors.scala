package okibi.bench.experiment.terasort

import okibi.bench.benchmark.Sides
import okibi.bench.runner.Variant
import okibi.mapreduce.PrefixSortCollector

import org.apache.hadoop.mapreduce.MRJobConfig

/** A job with Hadoop's own collector and with ours, and beside each what its phases are predicted from. */
private[terasort] object Collectors {
  val hadoop = "hadoop"

  private val all: Seq[(String, Seq[(String, String)])] = Seq(
    hadoop -> Nil,
    Sides.okibi -> Seq(MRJobConfig.MAP_OUTPUT_COLLECTOR_CLASS_ATTR -> classOf[PrefixSortCollector[_, _]].getName)
  )

  /** Bytes of input that a map task has, whatever the size of blocks. */
  def perTask(bytes: Long): (String, String) = "mapreduce.input.fileinputformat.split.minsize" -> bytes.toString

  /** The timed job. */
  def timed(job: MeasuredJob, work: ujson.Obj, heap: String, perTask: (String, String)): Seq[Variant] =
    all.map { case (name, conf) => Variant(name, job.mainClass, work, heap, conf :+ perTask) }

  /** Counted, beside the timed jobs of each round: the same job with hardly any data, and the costs of each phase's steps. Those of a map task are each
    * collector's own; a reduce task does not know which one its input is from.
    */
  def counted(
      job: MeasuredJob,
      terms: TermsJob,
      phases: Seq[String],
      work: ujson.Obj,
      heap: String,
      perTask: (String, String)
  ): Seq[Variant] = {
    def workWith(more: (String, ujson.Value)) = ujson.Obj.from(work.value.toSeq :+ more)
    def termsOf(name: String, phase: String, conf: Seq[(String, String)]) =
      Variant(Predicted.termsOf(name, phase), terms.mainClass, workWith(TermsJob.phase -> phase), heap, conf)
    val (ofMap, shared) = phases.partition(_ == TermsJob.map)
    val variants = all.flatMap { case (name, conf) =>
      Variant(Predicted.emptyOf(name), job.mainClass, workWith("empty" -> true), heap, conf :+ perTask) +: ofMap.map(
        termsOf(name, _, conf)
      )
    } ++ shared.map(termsOf(hadoop, _, Nil))
    variants.map(_.copy(timed = false, everyRound = true))
  }
}
