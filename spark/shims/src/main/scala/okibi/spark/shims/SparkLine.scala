package okibi.spark.shims

import java.util.Properties

/** The Spark line (major.minor) that this jar was built for. */
object SparkLine {
  private val properties: Properties = {
    val loaded = new Properties
    val in = getClass.getResourceAsStream("/okibi/spark-line.properties")
    try loaded.load(in) finally in.close()
    loaded
  }

  val built: String = properties.getProperty("line")

  def of(version: String): String = version.split('.').take(2).mkString(".")

  def running: String = of(org.apache.spark.SPARK_VERSION)
}
