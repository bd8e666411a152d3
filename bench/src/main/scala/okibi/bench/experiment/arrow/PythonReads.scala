package okibi.bench.experiment.arrow

import okibi.bench.benchmark.{BenchOptions, CachedQueries, QueryTimes, StandardVariants}
import okibi.bench.runner.{
  BuiltJars,
  Checkout,
  Column,
  Experiment,
  ExperimentReport,
  Headline,
  JvmUse,
  Launcher,
  PluginJars,
  ResultRow,
  Variant
}

/** Programs in Python read a cached table: as a table of Arrow, as a frame of pandas, by functions. */
private[arrow] object PythonReads {
  val name = "python"

  private val script = "bench/src/main/python/cached_table.py"

  /** Names of the script's cases, in the order in which they run. */
  private val cases = Seq("to_arrow", "to_pandas", "map", "udf")

  def experiment(options: BenchOptions, size: ArrowScale.Python): Experiment = {
    val root = Checkout.root.normalize
    val work = ujson.Obj(
      "rows" -> size.rows.toDouble,
      "passes" -> size.passes,
      "queries" -> ujson.Arr.from(cases)
    )
    val python = Launcher.python(root)
    val conf = Seq("spark.driver.memory" -> size.heap, "spark.driver.maxResultSize" -> "0")
    def variant(name: String, settings: (String, String)*): Variant = Variant(
      name,
      root.resolve(script).toString,
      work,
      size.heap,
      conf ++ settings,
      interpreter = Some(python)
    )
    val jar = "spark.jars" -> new BuiltJars(root).embedded().toString
    Experiment(
      name = name,
      about = s"${size.rows} rows of six columns (numbers, strings, a date), cached, heap ${size.heap}, " +
        s"read ${size.passes} times by each of: ${cases.mkString(", ")}",
      variants = Seq(variant(StandardVariants.stock), variant(StandardVariants.okibi, PluginJars.conf :+ jar: _*)),
      runs = options.runs.getOrElse(size.rounds),
      report = ExperimentReport(
        columns = columns,
        headlines = headlines,
        charts = CachedQueries.charts
      ),
      jvmUse = JvmUse.InTurns(_ => 1 + size.passes * cases.size)
    )
  }

  private def columns: Seq[Column] =
    Column("fill s", (row, _) => shown(row.metrics.get("fillSeconds"))) +:
      cases.map(query => Column(s"$query s", (row, _) => shown(QueryTimes.of(row).seconds.get(query))))

  private def shown(seconds: Option[Double]): String = seconds.fold("-")(s => f"$s%.2f")

  private def headlines(rows: Seq[ResultRow]): Seq[Headline] = {
    val ratios = CachedQueries.ratios(rows)
    for (query <- cases; ratio <- ratios.get(query)) yield Headline(s"arrow.$query.ratio", ratio, "x")
  }
}
