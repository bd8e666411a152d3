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

  /** Counted: the same job with hardly any data, and the costs of its steps, each once. */
  def counted(job: MeasuredJob, terms: TermsJob, work: ujson.Obj, heap: String, perTask: (String, String)): Seq[Variant] = {
    val empty = ujson.Obj.from(work.value.toSeq :+ ("empty" -> ujson.Bool(true)))
    all.flatMap { case (name, conf) => Seq(
      Variant(Predicted.emptyOf(name), job.mainClass, empty, heap, conf :+ perTask, timed = false),
      Variant(Predicted.termsOf(name), terms.mainClass, work, heap, conf, timed = false)) }
  }
}
