package okibi.bench.experiment.tpcds

import okibi.bench.benchmark.{BenchOptions, CachedQueries, StandardVariants}
import okibi.bench.query.{QueriesJob, SuiteQuery}
import okibi.bench.query.tpcds.{Tpcds, TpcdsJob}
import okibi.bench.runner.{Column, Experiment, ExperimentReport, Headline, ResultRow, ResultTable}
import okibi.bench.workload.SparkJob

/** Queries in a heap that is just large enough for stock, with all tables cached: the bytes alive on the heap after
  * each query, when nothing refers to the query any more. Okibi's tables are outside the heap and not measured here:
  * the experiment looks at the growth from query to query.
  */
object HeapExperiment {
  private val heap = "1200m"
  private val passes = 2

  /** A quarter of all queries, with the largest broadcasts among them, in an order that once filled the heap. */
  private val names: Seq[String] =
    Seq(
      "q01",
      "q13",
      "q16",
      "q20",
      "q23b",
      "q26",
      "q30",
      "q34",
      "q38",
      "q41",
      "q45",
      "q49",
      "q05",
      "q53",
      "q57",
      "q61",
      "q65",
      "q69",
      "q73",
      "q77",
      "q81",
      "q85",
      "q89",
      "q09",
      "q93"
    )

  val queries: Seq[SuiteQuery] = names.map(Tpcds.query)

  def apply(options: BenchOptions, scale: TpcdsScale): Experiment = {
    val conf = CachedQueries.sparkConf ++ Seq(SparkJob.levelKey -> "MEMORY_AND_DISK", QueriesJob.weighedKey -> "true")
    Experiment(
      name = "heap",
      about =
        s"${queries.size} queries of TPC-DS, scale factor ${scale.scaleFactor}, $passes times, all tables cached, " +
          s"heap $heap: " +
          "bytes alive after each query",
      variants = StandardVariants.timed(
        TpcdsJob.mainClass,
        CachedQueries.work(Tpcds, queries, options, scale.scaleFactor, passes),
        heap,
        conf = conf
      ),
      runs = options.runs.getOrElse(1),
      report = ExperimentReport(
        columns = Seq(
          Column("most alive MB", (row, _) => liveBytes(row).map(_._2).maxOption.map(megabytes).getOrElse("-")),
          Column(
            "alive at the end MB",
            (row, _) => liveBytes(row).lastOption.map(last => megabytes(last._2)).getOrElse("-")
          )
        ),
        headlines = rows =>
          excessBytes(rows)
            .map(_._2)
            .maxOption
            .map(most => Headline("tpcds.heap", most / (1 << 20), "MB", timed = false))
            .toSeq,
        details = rows => Seq(perQuery(rows)),
        says = rows =>
          excessBytes(rows).sortBy(-_._2).headOption.map { case (query, bytes) =>
            s"After $query, ${megabytes(bytes)} MB more are alive on the heap with Okibi than with stock, the " +
              "largest " +
              "difference of all queries."
          }
      )
    )
  }

  /** Bytes alive after each query, in the order in which the queries ran. */
  private def liveBytes(row: ResultRow): Seq[(String, Double)] = for {
    pass <- 1 to passes
    name <- names
    bytes <- row.metrics.get(QueriesJob.liveBytesOf(name, pass))
  } yield s"$name, run $pass" -> bytes

  /** Bytes alive with Okibi less those with stock, after each query. */
  private def excessBytes(rows: Seq[ResultRow]): Seq[(String, Double)] = (for {
    okibi <- CachedQueries.completed(rows, StandardVariants.okibi)
    stock <- CachedQueries.completed(rows, StandardVariants.stock)
  } yield liveBytes(okibi).zip(liveBytes(stock)).map { case ((query, okibiBytes), (_, stockBytes)) =>
    query -> (okibiBytes - stockBytes)
  }).getOrElse(Nil)

  private def perQuery(rows: Seq[ResultRow]): String = {
    val ran = rows.filter(_.failure.isEmpty)
    ResultTable(
      "MB alive after" +: ran.map(_.variant.name),
      ran.headOption.toSeq.flatMap(liveBytes).indices.map { i =>
        liveBytes(ran.head)(i)._1 +: ran.map(row => megabytes(liveBytes(row)(i)._2))
      }
    )
  }

  private def megabytes(bytes: Double): String = f"${bytes / (1 << 20)}%.0f"
}
