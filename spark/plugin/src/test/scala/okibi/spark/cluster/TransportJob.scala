package okibi.spark.cluster

import okibi.spark.transport.TransportWorkload

import org.apache.spark.sql.SparkSession

/** Everything that Spark carries for Okibi between a driver and executors: the application of the transport's cluster suite. */
object TransportJob {
  val levels: Seq[String] = Seq("MEMORY_AND_DISK", "DISK_ONLY", "MEMORY_ONLY_SER") ++ TransportWorkload.replicated

  def main(args: Array[String]): Unit = {
    val session = SparkSession.builder().appName("transport").getOrCreate()
    // Both executors are there, so that there are replicas and reads from each other.
    while (session.sparkContext.statusTracker.getExecutorInfos.length < 3) Thread.`yield`()
    TransportWorkload.answers(session, levels).foreach { case (what, answer) => println(s"$what=$answer") }
    session.stop()
  }
}
