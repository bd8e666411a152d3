package okibi.bench.workload

import okibi.bench.runner.PluginJars
import okibi.bench.protocol.{JobRequest, JobResult, Stopwatch, SubmittedJob}

import org.apache.spark.SparkContext
import org.apache.spark.sql.SparkSession

/** Does a little of the other jobs' work, so that the archive of [[okibi.bench.runner.SharedClasses]] gets the classes
  * that they load. It has no arguments and measures nothing.
  */
object ArchiveJob extends SubmittedJob {
  private val data = ujson.Obj(
    "documents" -> 200,
    "words" -> 20,
    "vocabulary" -> 100,
    "classes" -> 2,
    "vectors" -> 2000,
    "partitions" -> 4,
    "iterations" -> 2,
    "seed" -> 1
  )

  override def run(request: JobRequest): JobResult = {
    val plugged = request.copy(args = data, conf = PluginJars.conf)
    KMeansJob.run(plugged)
    NaiveBayesJob.run(plugged)
    Queries.run(plugged)
    JobResult(0, ujson.Null, Map.empty)
  }

  private object Queries extends SparkJob("archive") {
    override def run(sc: SparkContext, request: JobRequest, watch: Stopwatch): ujson.Value = {
      new Workloads(sc, partitions = 2, unit = 0.001, request.long("seed")).all.foreach { case (_, work) => work() }
      val spark = SparkSession.builder().getOrCreate()
      val rows = spark.range(1000).selectExpr("id", "id % 7 as part", "cast(id as string) as text").cache()
      rows.createOrReplaceTempView("rows")
      ujson.Num(
        spark
          .sql(
            "select a.part, count(*), max(b.text) from rows a join rows b on a.id = b.id where b.part > 2 " +
              "group by a.part order by 1"
          )
          .collect()
          .length
          .toDouble
      )
    }
  }
}
