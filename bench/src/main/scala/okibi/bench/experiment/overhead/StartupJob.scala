package okibi.bench.experiment.overhead

import java.lang.management.ManagementFactory

import okibi.bench.protocol.{JobRequest, JobResult, SubmittedJob}
import okibi.bench.workload.EmbeddedSpark

import org.apache.spark.SparkContext

/** The shortest job there is. Its seconds are those from the start of the JVM to the end of the job, with Spark's pages
  * as they are without settings.
  */
object StartupJob extends SubmittedJob {
  private val records = 1000

  override def run(request: JobRequest): JobResult = {
    val conf = EmbeddedSpark.configure(emptyConf, "startup", "local[2]", request.localDir)
    val sc = new SparkContext(conf.set("spark.ui.enabled", "true").setAll(request.conf))
    try {
      val counted = sc.parallelize(1 to records, 1).count()
      val runtime = ManagementFactory.getRuntimeMXBean
      JobResult((System.currentTimeMillis - runtime.getStartTime) / 1e3, ujson.Num(counted.toDouble), Map.empty)
    } finally sc.stop()
  }
}
