package okibi.bench.terasort

import okibi.bench.demo.Sides
import okibi.bench.runner.Variant
import okibi.mapreduce.PrefixSortCollector

import org.apache.hadoop.mapreduce.MRJobConfig

/** A job with Hadoop's own collector and with ours, and beside each what its phases are predicted from. */
private[terasort] object Collectors {
  val hadoop = "hadoop"

  private val all: Seq[(String, Seq[(String, String)])] = Seq(
    hadoop -> Nil,
    Sides.okibi -> Seq(MRJobConfig.MAP_OUTPUT_COLLECTOR_CLASS_ATTR -> classOf[PrefixSortCollector[_, _]].getName))

  /** Bytes of input that a map task has, whatever the size of blocks. */
  def perTask(bytes: Long): (String, String) = "mapreduce.input.fileinputformat.split.minsize" -> bytes.toString

  /** The timed job. */
  def timed(job: MeasuredJob, work: ujson.Obj, heap: String, perTask: (String, String)): Seq[Variant] =
    all.map { case (name, conf) => Variant(name, job.mainClass, work, heap, conf :+ perTask) }

  /** Counted: the same job with hardly any data, and the costs of each phase's steps, each once. */
  def counted(job: MeasuredJob, terms: TermsJob, phases: Seq[String], work: ujson.Obj, heap: String, perTask: (String, String)): Seq[Variant] = {
    def workWith(more: (String, ujson.Value)) = ujson.Obj.from(work.value.toSeq :+ more)
    all.flatMap { case (name, conf) =>
      Variant(Predicted.emptyOf(name), job.mainClass, workWith("empty" -> true), heap, conf :+ perTask, timed = false) +:
        phases.map(phase => Variant(Predicted.termsOf(name, phase), terms.mainClass, workWith(TermsJob.phase -> phase), heap, conf, timed = false))
    }
  }
}
