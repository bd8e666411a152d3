package okibi.bench.demo

import java.io.IOException
import java.nio.file.{AccessDeniedException, Files, Path}
import java.io.PrintWriter

import okibi.bench.input.InputFiles
import okibi.bench.runner.{Answers, ChildJvm, Experiment, Headline, Progress, ResultFile, Rounds, Row, RunContext, RunScope, Table, UsageException}

/** `okibi demo`: every comparison of stock Spark with Okibi, one after the other. */
object Demo {
  private val all: Seq[(String, DemoPlan => Experiment)] = Seq(
    "kmeans" -> KMeansExperiment.apply,
    "filter" -> FilterExperiment.apply,
    "nopressure" -> NoPressureExperiment.apply,
    "lockwait" -> LockWaitExperiment.apply,
    "serializer" -> SerializerExperiment.apply)

  val names: Seq[String] = all.map(_._1)

  /** @return 0 when every variant ran and came to the same answer, 1 otherwise
    * @throws UsageException for input that cannot be read, a heap that will not do, or an unknown experiment
    */
  def run(options: DemoOptions, out: PrintWriter): Int = {
    options.only.find(name => !names.contains(name)).foreach { name =>
      throw new UsageException(s"--only $name: no such experiment. Allowed: ${names.mkString(", ")}.")
    }
    val plan = DemoPlan(options)
    writable(options.out)
    if (options.inputs.nonEmpty) out.println(s"input: ${InputFiles.list(options.inputs).line}")
    val experiments = all.collect { case (name, make) if options.only.isEmpty || options.only(name) => make(plan) }
    val rows = measure(options, experiments)
    report(options, plan, experiments, rows, out)
  }

  /** Says before anything runs that the results have no place. */
  private def writable(out: Path): Unit =
    try {
      Files.createDirectories(out)
      if (!Files.isWritable(out)) throw new AccessDeniedException(out.toString)
    } catch {
      case e: IOException =>
        throw new UsageException(s"--out $out: no results can be written there (${e.getClass.getSimpleName}). Give a folder that can be written.")
    }

  private def measure(options: DemoOptions, experiments: Seq[Experiment]): Seq[Row] = {
    val scope = new RunScope(options.out)
    try {
      val progress = Progress(experiments.map(_.steps).sum, options.columns)
      try {
        val rounds = new Rounds(new ChildJvm(scope, options.out.resolve("logs")), progress)
        experiments.flatMap(rounds.run)
      } finally progress.close()
    } finally scope.close()
  }

  private def report(options: DemoOptions, plan: DemoPlan, experiments: Seq[Experiment], rows: Seq[Row], out: PrintWriter): Int = {
    val own = experiments.map(experiment => experiment -> rows.filter(_.experiment == experiment.name))
    val headlines: Seq[Headline] = own.flatMap { case (experiment, its) => experiment.headlines(its) }
    val context = RunContext.here(plan.storageBytes, Sides.pluginConf, plan.seed, options.args)
    val file = options.out.resolve("result.json")
    ResultFile.write(file, "demo", options.scale.name, context, rows, headlines)

    own.foreach { case (experiment, its) =>
      out.println(s"\n${experiment.about}\n")
      out.println(Table(experiment, its))
    }
    if (rows.exists(_.variant.name == Sides.counted))
      out.println("\ncounters of stock: one extra run with spark.okibi.cache.mode=observe, not timed")
    out.println(s"\n${context.line}\nresults: $file\n")
    val errors = rows.flatMap(row => row.failed.map(reason => s"${row.experiment}: ${row.variant.name} failed: $reason")) ++
      own.flatMap { case (_, its) => Answers.differences(its) }
    errors.foreach(error => out.println(s"error: $error"))
    headlines.foreach(headline => out.println(headline.line))
    if (errors.isEmpty) 0 else 1
  }
}
