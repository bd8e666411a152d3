package okibi.bench.protocol

import org.apache.spark.SparkConf

/** A job that is an application of Spark, which its child may be handed by spark-submit. */
trait SubmittedJob extends Job {

  /** Of the machine's settings none; what spark-submit was given is there. */
  protected final def emptyConf: SparkConf =
    new SparkConf(false).setAll(sys.props.get(SubmittedJob.jarsKey).map(SubmittedJob.jarsKey -> _))
}

object SubmittedJob {
  private val jarsKey = "spark.jars"

  /** Whether the main class is that of such a job. */
  def is(mainClass: String): Boolean =
    classOf[SubmittedJob].isAssignableFrom(Class.forName(mainClass + "$", false, getClass.getClassLoader))
}
