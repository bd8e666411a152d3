package okibi.spark.cluster

import java.nio.file.{Files, Paths}

import okibi.spark._

import org.apache.spark.{SparkConf, SparkContext}
import org.apache.spark.storage.StorageLevel

/** Looks up keys in an indexed RDD while an executor dies. The application of [[IndexClusterSuite]].
  *
  * Arguments: the level, a file to write when the cache is filled, and a file to wait for after that.
  */
object IndexJob {
  private val partitions = 40
  private val perPartition = 2000

  def main(args: Array[String]): Unit = {
    val context = new SparkContext(new SparkConf().setAppName("index"))
    val indexed = context
      .parallelize(0 until partitions, partitions)
      .flatMap(p => Iterator.tabulate(perPartition)(i => (s"key-${p * perPartition + i}", p.toLong * perPartition + i)))
      .indexedByKey(StorageLevel.fromString(args(0)))
    println(s"count=${indexed.count()}")
    println(s"filters=${indexed.indexStatus.filters}")
    println(s"lookups=${lookups(indexed)}")
    println(s"pruned=${Okibi.metrics("partitionsPruned")}")
    Files.write(Paths.get(args(1)), Array[Byte](1))
    while (!Files.exists(Paths.get(args(2)))) Thread.sleep(50)
    println(s"after=${lookups(indexed)}")
    println(s"all=${indexed.values.fold(0L)(_ + _)}")
    println(s"again=${lookups(indexed)}")
    val small = context.parallelize(Seq("key-1" -> "a", "key-79999" -> "b", "key-x" -> "c"), 2)
    println(s"joined=${indexed.join(small).values.collect().sorted.mkString(" ")}")
    println(s"kept=${indexed.indexStatus.filters}")
    indexed.unpersist(blocking = true)
    println(s"bytes=${Okibi.metrics("indexBytes")}")
    context.stop()
  }

  private def lookups(indexed: index.IndexedPairRDD[String, Long]): String =
    (0 until partitions).flatMap(p => indexed.lookup(s"key-${p * perPartition + p}")).mkString(" ")

  /** The answer of each round of lookups. */
  val found: String = (0 until partitions).map(p => p.toLong * perPartition + p).mkString(" ")

  /** The other answers. */
  val answers: Map[String, String] = Map(
    "count" -> (partitions * perPartition).toString,
    "filters" -> partitions.toString,
    "all" -> (0L until partitions.toLong * perPartition).sum.toString,
    "joined" -> "(1,a) (79999,b)",
    "kept" -> partitions.toString,
    "bytes" -> "0"
  )
}
