package okibi.spark.cluster

import java.nio.file.{Files, Path, Paths}

import org.apache.spark.TaskContext
import org.apache.spark.sql.{Row, SparkSession}

/** Rows of a cached table dealt out in turn, by an executor that ends while they are read: its map tasks run again. The application
  * of a cluster suite.
  *
  * Arguments: a folder where executors leave a mark, so that one ends once for each query.
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
      // Teaches which partitions hold the tuple, so that scans are cut otherwise than the first was.
      table.where("a = 5 and g = 5").count()
    }
    session.stop()
  }

  /** What it must print for each query. */
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
