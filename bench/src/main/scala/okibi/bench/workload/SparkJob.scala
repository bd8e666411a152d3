package okibi.bench.workload

import java.math.{BigDecimal, MathContext, RoundingMode}

import okibi.bench.machine.memory.MemoryMeter
import okibi.bench.machine.series.MachineSampler
import okibi.bench.protocol.{JobRequest, JobResult, Stopwatch, SubmittedJob}
import okibi.spark.Okibi

import org.apache.spark.storage.StorageLevel
import org.apache.spark.{SparkConf, SparkContext}

/** A job on embedded Spark. Its seconds are those of its phases: Spark's start is not included. */
abstract class SparkJob(name: String, threads: Int = 2) extends SubmittedJob {

  /** Does the work inside phases of the stopwatch and returns the answer. */
  def run(sc: SparkContext, request: JobRequest, watch: Stopwatch): ujson.Value

  /** Further metrics, read when the work is done and Spark still runs. */
  def metrics(sc: SparkContext): Map[String, Double] = Map.empty

  final override def run(request: JobRequest): JobResult = {
    val conf = EmbeddedSpark.configure(emptyConf, name, s"local[$threads]", request.localDir).setAll(request.conf)
    val before = JvmUsage.now
    val sc = new SparkContext(conf)
    try {
      val watch = new Stopwatch(request.turns)
      def wants(key: String): Boolean = request.setting(key).contains("true")
      val ((answer, series), memory) =
        MemoryMeter.during(wants(MemoryMeter.key))(
          MachineSampler.during(wants(MachineSampler.key))(run(sc, request, watch))
        )
      JobResult(
        watch.totalSeconds,
        answer,
        watch.metrics ++ jvmMetrics(sc, before) ++ memory ++ metrics(sc) ++ okibiMetrics(conf),
        series
      )
    } finally sc.stop()
  }

  private def jvmMetrics(sc: SparkContext, before: JvmUsage): Map[String, Double] = {
    val usage = JvmUsage.now - before
    Map(
      "gcMs" -> usage.gcMs,
      "cpuSeconds" -> usage.cpuSeconds,
      "storageMemoryBytes" -> sc.getExecutorMemoryStatus.values.map(_._1).sum.toDouble
    )
  }

  /** Okibi's counters; a stock run without the plugin has none. */
  private def okibiMetrics(conf: SparkConf): Map[String, Double] =
    if (conf.contains("spark.plugins")) Okibi.metrics.map { case (name, value) => name -> value.toDouble }
    else Map.empty
}

object SparkJob {

  /** A sum as an answer, with these digits: additions happen in a different order each time. */
  def rounded(value: Double, digits: Int): Double =
    new BigDecimal(value).round(new MathContext(digits, RoundingMode.HALF_EVEN)).doubleValue

  /** Storage level of the variant. It is no part of the work, so it is not an argument. */
  val levelKey = "bench.level"

  /** The variant's storage level, Spark's own default of cached tables without one. */
  def level(sc: SparkContext): StorageLevel = StorageLevel.fromString(sc.getConf.get(levelKey, "MEMORY_AND_DISK"))
}
