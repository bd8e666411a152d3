package okibi.spark.cluster

import okibi.spark.transport.TransportWorkload

import org.apache.spark.sql.SparkSession

/** Makes Spark transport all kinds of Okibi's data between a driver and executors. The application of
  * [[TransportClusterSuite]].
  */
object TransportJob {
  val levels: Seq[String] = Seq("MEMORY_AND_DISK", "DISK_ONLY", "MEMORY_ONLY_SER") ++ TransportWorkload.replicated

  def main(args: Array[String]): Unit = {
    val session = SparkSession.builder().appName("transport").getOrCreate()
    // Waits for both executors, so that there are replicas and reads from other executors.
    while (session.sparkContext.statusTracker.getExecutorInfos.length < 3) Thread.`yield`()
    TransportWorkload.answers(session, levels).foreach { case (what, answer) => println(s"$what=$answer") }
    session.stop()
  }
}
