package okibi.spark.cluster

import java.nio.file.{Files, Path, Paths}

import org.apache.spark.TaskContext
import org.apache.spark.sql.{Row, SparkSession}

/** Deals out the rows of a cached table in turn. An executor ends while it reads them, so map tasks run again. The
  * application of [[TableClusterSuite]].
  *
  * Argument: a folder in which executors leave a mark, so that one executor ends for each query.
  */
object RetryJob {
  def main(args: Array[String]): Unit = {
    val session = SparkSession.builder().appName("retry").getOrCreate()
    val base = session.range(0, 40000, 1, 40).selectExpr("id", "id % 23 a", "id div 1000 k")
    val table = base.selectExpr("*", "if(k % 5 = 0, a, (a + 1) % 23) g").cache()
    Seq(true, false).foreach { adaptive =>
      session.conf.set("spark.sql.adaptive.enabled", adaptive.toString)
      val mark = Paths.get(args(0), s"ended-$adaptive").toString
      val ids = table
        .where("a < 9")
        .repartition(6)
        .rdd
        .mapPartitionsWithIndex((partition, rows) => dying(Paths.get(mark), partition, rows))
        .map(_.getLong(0))
        .collect()
      println(s"rows-$adaptive=${ids.length} ${ids.distinct.length} ended ${Files.exists(Paths.get(mark))}")
      // Teaches the index which partitions hold the tuple, so that later scans are cut in another way than the first.
      table.where("a = 5 and g = 5").count()
    }
    session.stop()
  }

  /** The line that the application must print for each query. */
  val expected: String = {
    val rows = (0 until 40000).count(_ % 23 < 9)
    s"$rows $rows ended true"
  }

  private def dying(mark: Path, partition: Int, rows: Iterator[Row]): Iterator[Row] = {
    if (partition == 4 && TaskContext.get().stageAttemptNumber() == 0 && !Files.exists(mark)) {
      Files.createFile(mark)
      Runtime.getRuntime.halt(1)
    }
    rows
  }
}
