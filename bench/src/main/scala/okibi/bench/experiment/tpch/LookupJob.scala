package okibi.bench.experiment.tpch

import okibi.bench.protocol.{JobRequest, Stopwatch}
import okibi.bench.query.RowsHash
import okibi.bench.workload.SparkJob

import java.util.SplittableRandom

import org.apache.spark.SparkContext
import org.apache.spark.sql.{DataFrame, Row, SparkSession}
import org.apache.spark.sql.functions.{col, concat, hex, lit, xxhash64}
import org.apache.spark.storage.StorageLevel

/** Looks keys up in a cached table whose partitions hold consecutive keys.
  *
  * Arguments: rows, partitions, passes, seed. The answer covers every row that was found.
  */
object LookupJob extends SparkJob("lookup") {
  private val keysPerIn = 100

  /** The two kinds of lookups, which are phases of the stopwatch. */
  val kinds: Seq[String] = Seq("equal", "in")

  /** Lookups of a kind in each pass. */
  val perPass: Map[String, Int] = Map("equal" -> 5, "in" -> 3)

  override def run(sc: SparkContext, request: JobRequest, watch: Stopwatch): ujson.Value = {
    val spark = SparkSession.builder().getOrCreate()
    val rows = request.long("rows")
    val table = source(spark, rows, request.int("partitions")).persist(StorageLevel.MEMORY_AND_DISK)
    val count = watch.time("fill")(table.count())
    table.createOrReplaceTempView("t")
    val random = new SplittableRandom(request.long("seed"))
    def key(): Long = random.nextLong(rows)
    val found = (1 to request.int("passes")).map { _ =>
      val single = Seq.fill(perPass("equal"))(s"select * from t where key = ${key()}")
      val many =
        Seq.fill(perPass("in"))(s"select * from t where key in (${Seq.fill(keysPerIn)(key()).mkString(", ")})")
      kinds.zip(Seq(single, many)).flatMap { case (kind, texts) =>
        watch.time(kind)(texts.flatMap(text => collect(spark, text)))
      }
    }
    ujson.Obj("rows" -> count.toDouble, "found" -> RowsHash(found.flatten))
  }

  private def collect(spark: SparkSession, text: String): Seq[Row] = spark.sql(text).collect().toSeq

  private def source(spark: SparkSession, rows: Long, partitions: Int): DataFrame = {
    val key = col("id")
    spark
      .range(0, rows, 1, partitions)
      .select(
        key.as("key"),
        (key * 31 % 1000).as("bucket"),
        (key * 0.25).as("amount"),
        concat(lit("customer "), key % 10000).as("name"),
        hex(xxhash64(key)).as("tag")
      )
  }
}
