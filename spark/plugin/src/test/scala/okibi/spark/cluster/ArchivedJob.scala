package okibi.spark.cluster

import org.apache.spark.sql.SparkSession
import org.apache.spark.sql.functions.broadcast

/** Does a little of what applications on a cluster do, so that the archive of [[SparkHome]] gets Spark's classes. */
object ArchivedJob {
  def main(args: Array[String]): Unit = {
    val session = SparkSession.builder().appName("archive").getOrCreate()
    val table = session.range(0, 1000).selectExpr("id", "id % 10 as k", "cast(id as string) as name").cache()
    table.where("k = 3").join(broadcast(session.range(100)), "id").groupBy("k").count().orderBy("k").collect()
    session.sparkContext.parallelize(1 to 100, 4).map(n => n % 7 -> n).reduceByKey(_ + _).persist().collect()
    Seq("executor.CoarseGrainedExecutorBackend", "deploy.worker.Worker", "deploy.master.Master").foreach(name =>
      Class.forName(s"org.apache.spark.$name")
    )
    session.stop()
  }
}
