package okibi.bench.experiment.primitives

import okibi.bench.benchmark.{BenchOptions, TextInputs}
import okibi.bench.machine.device.MemoryFolder
import okibi.bench.runner.Variant

/** The common parts of a run's experiments. */
private[primitives] final case class PrimitivesPlan(scale: PrimitivesScale, options: BenchOptions, texts: TextInputs) {
  def runs: Int = options.runs.getOrElse(scale.runs)

  /** The set-up, for the reader of a table. */
  val line: String = s"${OneCore.line}, ${MemoryFolder.line(scale.folderBytes)}"

  /** A variant.
    *
    * @param args of the job; timing and seed are added
    */
  def variant(name: String, job: PrimitiveJob, timing: JmhTiming, args: ujson.Obj, conf: (String, String)*): Variant = {
    val all =
      ujson.Obj.from(args.value.toSeq ++ Seq("timing" -> timing.json, "seed" -> ujson.Num(options.seed.toDouble)))
    Variant(name, job.mainClass, all, scale.heap, conf, commandPrefix = OneCore.commandPrefix)
  }

  /** A variant that does the work in the way of its name. */
  def way(name: String, job: PrimitiveJob, timing: JmhTiming, args: ujson.Obj): Variant =
    variant(name, job, timing, args, PrimitiveJob.wayKey -> name)
}
