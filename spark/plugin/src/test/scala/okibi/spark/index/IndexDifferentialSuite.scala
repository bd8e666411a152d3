package okibi.spark.index

import okibi.core.kit.Draws
import okibi.spark._
import okibi.spark.store.LocalSpark

import org.apache.spark.SparkContext
import org.apache.spark.rdd.RDD
import org.apache.spark.storage.StorageLevel

import scala.concurrent.duration._
import scala.util.Random

/** Random RDDs and questions: the index gives the answers of a plain filter, lookup or join. */
class IndexDifferentialSuite extends munit.FunSuite {
  // More than munit's 30 seconds, for busy machines.
  override val munitTimeout: Duration = 5.minutes

  private val levels = Seq(
    StorageLevel.MEMORY_ONLY,
    StorageLevel.MEMORY_AND_DISK,
    StorageLevel.DISK_ONLY,
    StorageLevel.MEMORY_ONLY_SER,
    StorageLevel.MEMORY_AND_DISK_SER
  )

  /** A random key of one kind; kind 9 mixes all kinds. */
  private def key(random: Random, kind: Int, range: Int): Any = {
    val n = random.nextInt(range)
    kind match {
      case 0 => n
      case 1 => n.toLong * 1000000007L
      case 2 => s"key $n"
      case 3 => (n % 7, s"${n % 5}")
      case 4 => if (n % 11 == 0) Double.NaN else if (n % 13 == 0) -0.0 else n / 4.0
      case 5 => Option(n).filter(_ % 3 != 0)
      case 6 => BigDecimal(n) / 4
      case 7 => List(n, n.toString)
      case 8 => Ordered(n)
      case _ =>
        Seq[Any](
          n,
          n.toLong,
          n.toDouble,
          n.toByte,
          n.toChar,
          n.toFloat,
          BigInt(n),
          BigDecimal(n),
          n.toString,
          null,
          (1L << 53) + n,
          16777216 + n,
          16777216f + n,
          Array(n),
          (n, n.toLong),
          (n.toLong, n)
        )(random.nextInt(16))
    }
  }

  private def rounds(context: SparkContext, random: Random, clue: String): Unit = {
    val kind = random.nextInt(10)
    val range = 1 + random.nextInt(300)
    val count = random.nextInt(2000)
    val sorted = random.nextBoolean()
    val partitions = 1 + random.nextInt(12)
    val keys = Seq.fill(count)(key(random, kind, range))
    val arranged = if (sorted) keys.sortBy(String.valueOf) else keys
    val pairs: RDD[(Any, Int)] = context.parallelize(arranged.zipWithIndex, partitions)
    val level = levels(random.nextInt(levels.size))
    val byKey = pairs.indexedByKey(level)
    val elements = pairs.keys.indexed(level)
    if (random.nextInt(4) > 0) Seq(byKey, elements).foreach(_.count())
    (1 to 4).foreach { _ =>
      val asked =
        if (random.nextInt(3) == 0 || keys.isEmpty) key(random, if (random.nextBoolean()) kind else 9, range * 2)
        else keys(random.nextInt(keys.size))
      val several = Seq.fill(random.nextInt(6))(key(random, kind, range * 2)).toSet
      val question =
        s"$asked (${if (asked == null) "" else asked.getClass.getName}), $several, kind $kind, " +
          s"$count keys in $partitions partitions at ${level.description}, $clue"
      assertEquals(
        elements.filterEquals(asked).collect().toSeq.map(String.valueOf),
        pairs.keys.filter(_ == asked).collect().toSeq.map(String.valueOf),
        question
      )
      assertEquals(byKey.lookup(asked), pairs.lookup(asked), question)
      assertEquals(
        byKey.filterIn(several).values.collect().toSeq,
        pairs.filter(pair => several.contains(pair._1)).values.collect().toSeq,
        question
      )
      // If `equals` of the keys' classes is not symmetric, as for BigInt and Long, the rows of Spark's join depend on
      // their order.
      val sameClass = if (kind == 9) Nil else several.toSeq ++ keys.take(2)
      val small = context.parallelize(sameClass.zipWithIndex, 2)
      assertEquals(
        byKey.join(small).values.collect().toSeq.sorted,
        pairs.join(small).values.collect().toSeq.sorted,
        question
      )
    }
    Seq(byKey, elements).foreach(_.unpersist(true))
  }

  Seq(
    Seq.empty,
    Seq("spark.okibi.index.filter" -> "bloom"),
    Seq("spark.okibi.index.filter" -> "exact", "spark.okibi.index.driverMemory" -> "2k"),
    Seq("spark.okibi.index.driverMemory" -> "3k", "spark.okibi.index.probeKeys" -> "1"),
    Seq("spark.okibi.index.driverMemory" -> "0")
  ).foreach { settings =>
    test(s"random questions have the answers of plain RDDs, with ${if (settings.isEmpty) "defaults"
      else settings.map(_.productIterator.mkString("=")).mkString(" ")}") {
      val random = Draws.random("IndexDifferentialSuite")
      LocalSpark.withOkibi(storageMb = 8, settings: _*) { context =>
        (0 until Draws.cases(6)).foreach(round => rounds(context, random, s"seed ${Draws.seed}, round $round"))
        assertEquals(Okibi.metrics("indexBytes") + Okibi.metrics("executorFilterBytes"), 0L)
      }
    }
  }
}

/** A key of a class whose equality Okibi does not know. */
final case class Ordered(n: Int)
