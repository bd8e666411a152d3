package okibi.bench.experiment.shuffle

import okibi.bench.protocol.{JobRequest, Stopwatch}
import okibi.bench.query.RowsHash
import okibi.bench.workload.SparkJob

import org.apache.spark.SparkContext
import org.apache.spark.sql.SparkSession

/** The aggregation of power consumption, see [[PowerQuery]], on more threads than cores, because most threads wait for
  * a device.
  *
  * Arguments: meters, days, partitions, seed, and warmUpDays: days that are summed before, untimed, to warm the JVM up.
  * The shuffle's directories are the variant's `spark.local.dir`. Metrics: see [[ShuffleTraffic]].
  */
object PowerJob extends SparkJob("shuffle", threads = 8) {
  private var traffic: Option[ShuffleTraffic] = None

  override def run(sc: SparkContext, request: JobRequest, watch: Stopwatch): ujson.Value = {
    val listener = new ShuffleTraffic
    sc.addSparkListener(listener)
    traffic = Some(listener)
    val partitions = request.int("partitions")
    // The plan of Spark 2.0, without adaptive execution: every join shuffles both sides.
    val spark = SparkSession
      .builder()
      .config("spark.sql.shuffle.partitions", partitions.toLong)
      .config("spark.sql.adaptive.enabled", value = false)
      .config("spark.sql.autoBroadcastJoinThreshold", -1L)
      .getOrCreate()
    def aggregate(days: Int): String =
      RowsHash(
        new PowerQuery(spark, request.long("seed"), request.int("meters"), days, partitions).result.collect().toSeq
      )
    val warmUpDays = request.int("warmUpDays")
    if (warmUpDays > 0) aggregate(warmUpDays)
    ujson.Str(watch.time("aggregate")(aggregate(request.int("days"))))
  }

  override def metrics(sc: SparkContext): Map[String, Double] = traffic.map(_.metrics).getOrElse(Map.empty)
}
