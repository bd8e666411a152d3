package okibi.bench.experiment.policies

import java.nio.file.Paths

import okibi.bench.query.{RowsHash, TableFiles}
import okibi.bench.protocol.{JobRequest, Stopwatch}
import okibi.bench.query.tpch.{Tpch, TpchQuery}
import okibi.bench.workload.{SparkJob, Workloads}
import okibi.core.metric.{CacheMetrics, Metric}
import okibi.spark.Okibi

import org.apache.spark.SparkContext
import org.apache.spark.sql.SparkSession
import org.apache.spark.storage.StorageLevel

/** All [[Workloads]] and some queries of TPC-H, one after the other, each with an empty cache.
  *
  * Arguments: partitions, unit, seed, data and scaleFactor (of TPC-H). Metrics of each workload: `<workload>Seconds`,
  * its hits, and the bytes that moved between memory and disk.
  */
object PoliciesJob extends SparkJob("policies") {
  val queries = "tpch"
  val names: Seq[String] = Seq("kmeans", Workloads.pageRank, "components", "regression", "svdpp", "matrix", queries)

  /** Metrics of each workload, after its name and a dot. */
  val memoryHits = "memoryHits"
  val diskHits = "diskHits"
  val movedBytes = "movedBytes"

  private var measured: Map[String, Double] = Map.empty

  def secondsOf(workload: String): String = s"${workload}Seconds"

  override def run(sc: SparkContext, request: JobRequest, watch: Stopwatch): ujson.Value = {
    val workloads = new Workloads(sc, request.int("partitions"), request.args("unit").num, request.long("seed"))
    val all = workloads.all :+ (queries -> (() => runQueries(sc, request)))
    measured = Map.empty
    ujson.Obj.from(all.map { case (name, work) =>
      val before = Okibi.metrics
      val answer = Workloads.answer(watch.time(name)(work()))
      measured ++= moved(name, before)
      sc.getPersistentRDDs.values.foreach(_.unpersist(blocking = true))
      name -> ujson.Num(answer)
    })
  }

  override def metrics(sc: SparkContext): Map[String, Double] = measured

  private def moved(name: String, before: Map[String, Long]): Seq[(String, Double)] = {
    def grown(metrics: Metric*): Double =
      metrics.map(metric => Okibi.metrics(metric.name) - before.getOrElse(metric.name, 0L)).sum.toDouble
    Seq(
      s"$name.$memoryHits" -> grown(CacheMetrics.memoryHits),
      s"$name.$diskHits" -> grown(CacheMetrics.diskHits),
      s"$name.$movedBytes" -> grown(CacheMetrics.writtenBytes, CacheMetrics.readBytes)
    )
  }

  /** Three queries on cached tables in Spark's own columns, which are blocks for the policies. Okibi's mapped tables do
    * not fill storage memory.
    */
  private def runQueries(sc: SparkContext, request: JobRequest): Double = {
    val spark = SparkSession.builder().getOrCreate()
    val wanted = Seq(3, 6, 12).map(TpchQuery(_))
    val folder = Paths.get(request.args("data").str)
    val tables = wanted.flatMap(_.tables).distinct
    tables.foreach { table =>
      val rows = spark.read
        .parquet(Tpch.files.tableFolder(folder, TableFiles.zstd, table.name).toString)
        .repartition(request.int("partitions"))
      rows.persist(StorageLevel.MEMORY_AND_DISK).createOrReplaceTempView(table.name)
    }
    val hashes = wanted.map(query => RowsHash(spark.sql(query.text(request.args("scaleFactor").num)).collect().toSeq))
    tables.foreach(table => spark.catalog.uncacheTable(table.name))
    hashes.map(_.hashCode.toDouble).sum
  }
}
