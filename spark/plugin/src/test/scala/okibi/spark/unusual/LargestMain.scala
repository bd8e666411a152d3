package okibi.spark.unusual

import scala.concurrent.duration.NANOSECONDS

import org.apache.spark.SparkContext
import org.apache.spark.sql.SparkSession
import org.apache.spark.storage.StorageLevel

/** `dev/largest`: programs as large as Spark can be made to run here, without Okibi and with it. Prints a row for each;
  * ends with 1 when the answers or the errors differ.
  */
object LargestMain {

  /** Bytes of a record: as many as an array may have. */
  private val largestArray = Int.MaxValue - 16

  private val partitions = 100000

  private val kryo = "spark.serializer" -> "org.apache.spark.serializer.KryoSerializer"

  private val programs: Seq[(String, Seq[(String, String)], SparkContext => Any)] = Seq(
    ("a record of 2 GB on disk", Nil, largestRecord(_, StorageLevel.DISK_ONLY)),
    ("a record of 2 GB on disk, Kryo", Seq(kryo), largestRecord(_, StorageLevel.DISK_ONLY)),
    ("a record of 2 GB that does not fit in the store", Nil, largestRecord(_, StorageLevel.MEMORY_AND_DISK)),
    ("a record of 2 GB as bytes in memory", Nil, largestRecord(_, StorageLevel.MEMORY_ONLY_SER)),
    ("an RDD of 100,000 partitions", Nil, manyPartitions),
    ("a table of 100,000 partitions", Nil, context => tableOfManyPartitions(session(context))),
    ("a table of 10,000 columns", Nil, context => tableOfManyColumns(session(context)))
  )

  /** @param args the beginnings of the wanted programs' names; without them, all */
  def main(args: Array[String]): Unit = {
    val wanted = programs.filter { case (name, _, _) => args.isEmpty || args.exists(name.startsWith) }
    if (wanted.isEmpty) {
      println(s"dev/largest: ${args.mkString(", ")}: no such program. Allowed: ${programs.map(_._1).mkString("; ")}.")
      sys.exit(2)
    }
    println("| program | answers | stock, s | Okibi, s |")
    println("|---|---|--:|--:|")
    val isSame = wanted.map { case (name, settings, program) =>
      def outcome(plugin: Boolean): (Any, Long) = {
        val start = System.nanoTime
        val found = Unusual.outcome(plugin, settings: _*)(program)
        (found, NANOSECONDS.toSeconds(System.nanoTime - start))
      }
      val (stock, stockSeconds) = outcome(plugin = false)
      val (okibi, okibiSeconds) = outcome(plugin = true)
      println(s"| $name | ${judgement(stock, okibi)} | $stockSeconds | $okibiSeconds |")
      if (stock != okibi) println(s"  stock: $stock\n  Okibi: $okibi")
      stock == okibi
    }
    if (isSame.contains(false)) sys.exit(1)
  }

  private def judgement(stock: Any, okibi: Any): String = (stock, okibi) match {
    case _ if stock != okibi => "DIFFER"
    case ((errors: Seq[_], _), _) => s"the same error: ${errors.lastOption.mkString}"
    case _ => "the same"
  }

  private def largestRecord(context: SparkContext, level: StorageLevel): Any = {
    val record = context
      .parallelize(1 to 1, 1)
      .map { n =>
        val bytes = new Array[Byte](largestArray)
        bytes(77) = n.toByte
        bytes(bytes.length - 1) = 2
        bytes
      }
      .persist(level)
    (1 to 2).map(_ => record.map(bytes => (bytes.length, bytes(77), bytes(bytes.length - 1))).collect().toSeq)
  }

  private def manyPartitions(context: SparkContext): Any = {
    val kept = context.parallelize(0 until 2 * partitions, partitions).persist(StorageLevel.MEMORY_AND_DISK)
    val sums = (1 to 2).map(_ => kept.map(_.toLong).fold(0)(_ + _))
    kept.unpersist(blocking = true)
    sums
  }

  /** @param context the running one, whose session this is */
  private def session(context: SparkContext): SparkSession =
    SparkSession.builder().config(context.getConf).getOrCreate()

  private def tableOfManyPartitions(session: SparkSession): Any = {
    val table = session.range(0, 3L * partitions, 1, partitions).selectExpr("id", "id % 7 as k").cache()
    val found = Seq("sum(id)", "count(k)").map(table.selectExpr(_).collect().toSeq) :+
      table.where(s"id = $partitions").collect().toSeq
    table.unpersist(blocking = true)
    found
  }

  private def tableOfManyColumns(session: SparkSession): Any = {
    val columns = (0 until 10000).map(i => s"id + $i as c$i")
    val table = session.range(0, 100, 1, 2).selectExpr(columns: _*).cache()
    val found = Seq(table.selectExpr("sum(c9999)", "max(c5000)"), table.where("c77 = 80").select("c0", "c9998"))
      .map(_.collect().toSeq)
    table.unpersist(blocking = true)
    found
  }
}
