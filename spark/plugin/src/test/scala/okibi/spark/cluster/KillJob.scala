package okibi.spark.cluster

import java.nio.file.{Files, Paths}

import org.apache.spark.{SparkConf, SparkContext}
import org.apache.spark.storage.StorageLevel

/** Scans two cached RDDs together again and again that do not fit into memory. The application of several cluster
  * suites.
  *
  * Arguments: the level, the rounds, and a file to write after the first round.
  */
object KillJob {
  def main(args: Array[String]): Unit = {
    val level = StorageLevel.fromString(args(0))
    val context = new SparkContext(new SparkConf().setAppName("kill"))
    val base = context
      .parallelize(0 until 24, 24)
      .flatMap(p => Iterator.tabulate(60000)(i => (p, i, s"record-$i")))
      .persist(level)
    val words = base.map { case (p, i, text) => s"$text-${p % 3}-$i" }.persist(level)
    var total = 0L
    (1 to args(1).toInt).foreach { round =>
      total += base
        .zipPartitions(words)((a, b) => Iterator(a.map(_._2.toLong).sum + b.map(_.length.toLong).sum))
        .fold(0L)(_ + _)
      if (round == 1) Files.write(Paths.get(args(2)), Array[Byte](1))
    }
    println(s"total=$total")
    context.stop()
  }

  /** The total that the application must print. */
  def expected(rounds: Int): Long =
    rounds * (0 until 24).map(p => (0 until 60000).map(i => i.toLong + s"record-$i-${p % 3}-$i".length).sum).sum
}
