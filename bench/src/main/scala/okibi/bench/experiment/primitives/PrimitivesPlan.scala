package okibi.bench.experiment.primitives

import okibi.bench.benchmark.{BenchOptions, TextInputs}
import okibi.bench.machine.device.MemoryFolder
import okibi.bench.runner.Variant

/** What the experiments of a run have in common. */
private[primitives] final case class PrimitivesPlan(scale: PrimitivesScale, options: BenchOptions, texts: TextInputs) {
  def runs: Int = options.runs.getOrElse(scale.runs)

  /** Set-up, for the reader of a table. */
  val line: String = s"${OneCore.line}, ${MemoryFolder.line(scale.folderBytes)}"

  /** A way of doing the work.
    *
    * @param args of the job; its timing and seed are put to them
    */
  def variant(name: String, job: PrimitiveJob, timing: Timing, args: ujson.Obj, conf: (String, String)*): Variant = {
    val all =
      ujson.Obj.from(args.value.toSeq ++ Seq("timing" -> timing.json, "seed" -> ujson.Num(options.seed.toDouble)))
    Variant(name, job.mainClass, all, scale.heap, conf, launcher = OneCore.launcher)
  }

  def way(name: String, job: PrimitiveJob, timing: Timing, args: ujson.Obj): Variant =
    variant(name, job, timing, args, PrimitiveJob.wayKey -> name)
}
