package okibi.bench.experiment.demo

import java.io.PrintWriter

import okibi.bench.workload.ArchiveJob
import okibi.bench.benchmark.StandardVariants
import okibi.bench.data.text.InputFiles
import okibi.bench.runner.{Campaign, Experiment, RunContext, UsageException}

/** `okibi demo`: several comparisons of stock Spark with Okibi, one after the other. */
object Demo {
  private val all: Seq[(String, DemoPlan => Experiment)] = Seq(
    "kmeans" -> KMeansExperiment.apply,
    "filter" -> FilterExperiment.apply,
    "nopressure" -> NoPressureExperiment.apply,
    "lockwait" -> LockWaitExperiment.apply,
    "serializer" -> SerializerExperiment.apply
  )

  val names: Seq[String] = all.map(_._1)

  /** @return 0 when every variant ran and gave the same answer, 1 otherwise
    * @throws UsageException for input that cannot be read, a heap that cannot be used, or an unknown experiment
    */
  def run(options: DemoOptions, out: PrintWriter): Int = {
    options.only.find(name => !names.contains(name)).foreach { name =>
      throw new UsageException(s"--only $name: no such experiment. Allowed: ${names.mkString(", ")}.")
    }
    val plan = DemoPlan(options)
    if (options.inputs.nonEmpty) out.println(s"input: ${InputFiles.list(options.inputs).line}")
    val experiments = all.collect { case (name, make) if options.only.isEmpty || options.only(name) => make(plan) }
    Campaign(
      name = "demo",
      scale = options.scale.name,
      experiments = experiments,
      context = () => RunContext.here(plan.storageBytes, StandardVariants.pluginConf, plan.seed, options.args),
      output = options.output,
      archiveJob = Some(ArchiveJob.mainClass)
    ).run(out).exitCode
  }
}
