package okibi.bench.workload

import java.nio.file.Path

import org.apache.spark.SparkConf

/** Configures Spark inside a child JVM. */
object EmbeddedSpark {

  /** Sets the master, a name for the application, the folder for Spark's blocks, and no UI, on the loopback interface.
    */
  def configure(conf: SparkConf, name: String, master: String, localDir: Path): SparkConf = conf
    .setMaster(master)
    .setAppName(s"okibi bench: $name")
    .set("spark.ui.enabled", "false")
    .set("spark.driver.host", "127.0.0.1")
    .set("spark.driver.bindAddress", "127.0.0.1")
    .set("spark.local.dir", localDir.toString)
}
