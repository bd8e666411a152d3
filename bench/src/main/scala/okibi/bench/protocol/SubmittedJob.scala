package okibi.bench.protocol

import org.apache.spark.SparkConf

/** A job that is a Spark application, which spark-submit may start. */
trait SubmittedJob extends Job {

  /** A configuration without the machine's settings. It has the jars that spark-submit was given. */
  protected final def emptyConf: SparkConf =
    new SparkConf(false).setAll(sys.props.get(SubmittedJob.jarsKey).map(SubmittedJob.jarsKey -> _))
}

object SubmittedJob {
  private val jarsKey = "spark.jars"

  /** Whether the main class is that of a submitted job. */
  def is(mainClass: String): Boolean =
    classOf[SubmittedJob].isAssignableFrom(Class.forName(mainClass + "$", false, getClass.getClassLoader))
}
