package okibi.bench.experiment.memory

import java.util.SplittableRandom

import okibi.bench.protocol.{JobRequest, Stopwatch}
import okibi.bench.query.RowsHash
import okibi.bench.workload.SparkJob

import org.apache.spark.SparkContext
import org.apache.spark.rdd.RDD
import org.apache.spark.sql.{DataFrame, SparkSession}

/** A cached table and a cached RDD in one application, which share memory with shuffles: each round aggregates the table
  * by one of its columns, sums the RDD by key, and joins the two results.
  *
  * Arguments: rows (of the table), vectors (of the RDD), partitions (of each), rounds, seed. The storage level of both
  * is that of the variant's [[SparkJob.levelKey]].
  */
object MixedJob extends SparkJob("mixed") {
  private val dimensions = 20
  private val keys = 200000

  /** Bytes of a vector with its key in memory: 176 for the array, 24 for the pair, 16 for the key, 4 for a reference. */
  val vectorBytes: Long = 16 + 8L * dimensions + 24 + 16 + 4

  /** Bytes of the columns of a row: three numbers of eight bytes, one of four, a text of some twelve. */
  val rowBytes: Long = 3 * 8 + 4 + 16

  override def run(sc: SparkContext, request: JobRequest, watch: Stopwatch): ujson.Value = {
    val spark = SparkSession.builder().getOrCreate()
    val partitions = request.int("partitions")
    val level = SparkJob.level(sc)
    val rows = table(spark, request.long("rows"), partitions, request.long("seed")).persist(level)
    val vectors = points(sc, request.long("vectors"), partitions, request.long("seed")).persist(level)
    val rowCount = watch.time("fillTable")(rows.count())
    val vectorCount = watch.time("fillRdd")(vectors.count())
    val answers = (1 to request.int("rounds")).map { round =>
      val hash = watch.time("table") {
        val sums = rows
          .where(s"amount % 10 >= ${round % 5}")
          .groupBy("name")
          .agg(Map("price" -> "max", "amount" -> "sum", "id" -> "count"))
        RowsHash(sums.collect().toSeq)
      }
      val sums = watch.time("rdd")(
        vectors
          .mapValues(point => (point(round % dimensions) * 1000).toLong)
          .reduceByKey(_ + _, partitions)
          .filter(_._2 % 3 != 0)
          .persist(level)
      )
      val total = watch.time("join") {
        val ofTable = rows.select("key", "amount").rdd.map(row => row.getLong(0).toInt -> row.getInt(1).toLong)
        sums.join(ofTable.reduceByKey(_ + _, partitions)).map { case (key, (a, b)) => key ^ a ^ b }.reduce(_ ^ _)
      }
      sums.unpersist()
      ujson.Str(s"$hash $total")
    }
    ujson.Obj("rows" -> rowCount.toDouble, "vectors" -> vectorCount.toDouble, "rounds" -> ujson.Arr.from(answers))
  }

  private def table(spark: SparkSession, rows: Long, partitions: Int, seed: Long): DataFrame =
    spark
      .range(0, rows, 1, partitions)
      .selectExpr(
        "id",
        s"pmod(xxhash64(id, ${seed}L), ${keys}L) as key",
        s"cast(pmod(xxhash64(id, ${seed + 1}L), 100000L) as int) as amount",
        s"cast(pmod(xxhash64(id, ${seed + 2}L), 10000000L) as double) / 8 as price",
        s"concat('name-', cast(pmod(xxhash64(id, ${seed + 3}L), 5000L) as string)) as name"
      )

  private def points(sc: SparkContext, count: Long, partitions: Int, seed: Long): RDD[(Int, Array[Double])] = {
    val each = (count / partitions).toInt
    sc.parallelize(0 until partitions, partitions).flatMap { partition =>
      val random = new SplittableRandom(seed * 7919 + partition)
      Iterator.fill(each)((random.nextInt(keys), Array.fill(dimensions)(random.nextDouble())))
    }
  }
}
