package okibi.bench.query

import java.nio.file.{Path, Paths}

import scala.collection.mutable

import okibi.bench.data.table.GeneratedTable
import okibi.bench.protocol.{JobRequest, Stopwatch}
import okibi.bench.workload.{LiveHeap, SparkJob}

import org.apache.spark.SparkContext
import org.apache.spark.sql.{DataFrame, Encoders, Row, SparkSession}
import org.apache.spark.storage.StorageLevel

/** Queries of a suite on tables that are cached first, or read from their files each time.
  *
  * Arguments: queries (names), passes (over all queries), scaleFactor, data (folder), and slices: partitions of each
  * cached table, by ranges of its first key, or 0 for one partition a file. The variant's settings are the storage
  * level ([[SparkJob.levelKey]]; without it, queries read the files), the codec of the files ([[QueriesJob.codecKey]]), a smaller number of passes
  * ([[QueriesJob.passesKey]]), whether the live heap is measured ([[QueriesJob.weighedKey]]), and whether queries are
  * only planned ([[QueriesJob.plannedKey]]).
  *
  * Metrics: `fillSeconds`; bytes of the filled cache in memory and on disk; of each query `<query>.<pass>Seconds`, and
  * over all passes `<query>.cpuSeconds` and `<query>.gcMs`; where the live heap is measured, `<query>.<pass>LiveBytes`;
  * of a query that is only planned, the kinds of its joins, see [[JoinKinds]].
  */
abstract class QueriesJob(suite: QuerySuite) extends SparkJob(suite.name) {
  import QueriesJob._

  private var measured: Map[String, Double] = Map.empty

  final override def run(sc: SparkContext, request: JobRequest, watch: Stopwatch): ujson.Value = {
    val spark = SparkSession.builder().getOrCreate()
    val data = Paths.get(request.args("data").str)
    val scaleFactor = request.args("scaleFactor").num
    val queries = request.args("queries").arr.map(query => suite.query(query.str)).toSeq
    val codec = request.setting(codecKey).getOrElse(TableFiles.zstd)
    val level = request.setting(SparkJob.levelKey).map(StorageLevel.fromString)

    val weighsHeap = request.setting(weighedKey).contains("true")

    val slices = request.int("slices")
    val tables = queries
      .flatMap(_.tables)
      .distinct
      .map(table => table -> rows(spark, suite.files.tableFolder(data, codec, table.name), table, slices))
    watch.time("fill") {
      tables.foreach { case (table, rows) =>
        level.foreach(level => rows.persist(level).count())
        rows.createOrReplaceTempView(table.name)
      }
    }
    val cached = sc.getRDDStorageInfo
    measured = Map(
      "cachedMemoryBytes" -> cached.map(_.memSize.toDouble).sum,
      "cachedDiskBytes" -> cached.map(_.diskSize.toDouble).sum
    )

    val answers = mutable.LinkedHashMap.empty[String, String]
    val passes = request.setting(passesKey).map(_.toInt).getOrElse(request.int("passes"))
    if (request.setting(plannedKey).contains("true"))
      queries.foreach(query =>
        measured ++= JoinKinds.metrics(query.name, spark.sql(query.text(scaleFactor)).queryExecution.executedPlan)
      )
    else
      for (pass <- 1 to passes) watch.time(s"pass$pass") {
        queries.foreach { query =>
          val (rows, sample) = QuerySample.of(spark.sql(query.text(scaleFactor)))
          System.err.println(
            f"pass $pass ${query.name} ${sample.seconds}%.3f s, ${sample.usage.cpuSeconds}%.2f s of processor time, " +
              f"GC ${sample.usage.gcMs}%.0f ms"
          )
          measured ++= sample.metrics(query.name, pass, measured)
          val answer = RowsHash(rows)
          if (answers.getOrElseUpdate(query.name, answer) != answer)
            throw new IllegalStateException(
              s"${query.name} answers $answer in pass $pass, but ${answers(query.name)} before"
            )
          if (weighsHeap) measured += liveBytesOf(query.name, pass) -> LiveHeap.bytes().toDouble
        }
      }
    ujson.Obj.from(answers.toSeq.map { case (query, answer) => query -> ujson.Str(answer) })
  }

  override def metrics(sc: SparkContext): Map[String, Double] = measured

  private def rows(spark: SparkSession, files: Path, table: GeneratedTable, slices: Int): DataFrame = {
    val read = spark.read.parquet(files.toString)
    if (slices == 0) read
    else {
      // Records made by a function, as in the paper's program: Spark does not know how they are partitioned, and plans
      // joins as for any RDD.
      val ranges = read.repartitionByRange(slices, read(table.schema.head.name))
      ranges.mapPartitions(identity[Iterator[Row]](_))(Encoders.row(table.schema))
    }
  }
}

object QueriesJob {

  /** Codec of the files, one of the suite's codecs. */
  val codecKey = "bench.queries.codec"

  /** Number of passes of a variant that makes fewer than the work asks for. */
  val passesKey = "bench.queries.passes"

  /** Whether the bytes alive on the heap are measured after each query, when nothing refers to its rows and its plan
    * any more.
    */
  val weighedKey = "bench.queries.weighed"

  /** Whether queries are only planned. */
  val plannedKey = "bench.queries.planned"

  def liveBytesOf(query: String, pass: Int): String = s"$query.${pass}LiveBytes"
}
