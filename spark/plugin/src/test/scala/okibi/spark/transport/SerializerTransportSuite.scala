package okibi.spark.transport

import scala.concurrent.duration._

import okibi.core.kit.Draws
import okibi.spark.kit.{BlockFiles, DamagedCompression}
import okibi.spark.tables.LocalSession

import munit.FunSuite
import org.apache.spark.SparkContext
import org.apache.spark.sql.SparkSession
import org.apache.spark.storage.StorageLevel

/** The application's serializer never gets a class of Okibi's. */
class SerializerTransportSuite extends FunSuite {
  override val munitTimeout: Duration = 5.minutes

  private def withSession[T](settings: (String, String)*)(body: (SparkSession, SparkContext) => T): T =
    LocalSession.withSession(
      Seq("spark.sql.shuffle.partitions" -> "2", "spark.master" -> "local[2, 4]") ++ settings: _*
    )(body)

  Draws.some(SerializerSettings.all).foreach { case (name, settings) =>
    test(name) {
      withSession(settings: _*) { (session, _) =>
        val levels = Seq("MEMORY_ONLY", "MEMORY_AND_DISK_SER", "DISK_ONLY")
        TransportWorkload.answers(session, levels).zip(TransportWorkload.expected(levels)).foreach {
          case (answer, expected) =>
            assertEquals(answer, expected)
        }
      }
    }
  }

  test("a small side that is too large for its driver is joined by Spark") {
    withSession(SerializerSettings.strictest :+ ("spark.okibi.index.smallRows" -> "0"): _*) { (session, _) =>
      TransportWorkload
        .answers(session, Seq("MEMORY_ONLY"))
        .zip(TransportWorkload.expected(Seq("MEMORY_ONLY")))
        .foreach { case (answer, expected) =>
          assertEquals(answer, expected)
        }
    }
  }

  test("a table that does not fit goes to disk and comes back") {
    withSession(SerializerSettings.strictest :+ ("spark.testing.memory" -> (3 << 20).toString): _*) { (session, _) =>
      Seq(StorageLevel.MEMORY_AND_DISK, StorageLevel.MEMORY_AND_DISK_SER).foreach { level =>
        val tables = (1 to 3).map(n =>
          session.range(0, 100000, 1, 8).selectExpr("id", s"concat('table $n ', id * 31) as s").persist(level)
        )
        (1 to 2).foreach(_ =>
          tables.foreach(table =>
            assertEquals(table.selectExpr("sum(id)").collect().map(_.getLong(0)).toSeq, Seq((0L until 100000L).sum))
          )
        )
        tables.foreach(_.unpersist(blocking = true))
      }
    }
  }

  Seq(
    Nil,
    DamagedCompression.settings,
    Seq("spark.io.encryption.enabled" -> "true"),
    Seq("spark.okibi.cache.serializer" -> "spark")
  ).foreach { settings =>
    test(
      s"a block that was damaged or cut short is computed again, and never read in part ${settings.map(_._1).mkString}"
    ) {
      withSession(SerializerSettings.strictest ++ settings: _*) { (session, context) =>
        val table = session
          .range(0, 200000, 1, 4)
          .selectExpr("id", "concat('text ', id * 31) as s")
          .persist(StorageLevel.DISK_ONLY)
        val expected = Seq((0L until 200000L).sum)
        table.count()
        BlockFiles.damages.foreach { case (damage, happens) =>
          val files = BlockFiles.all(context)
          assertEquals(files.size, 4, damage)
          happens(files(2))
          assertEquals(table.selectExpr("sum(id)").collect().map(_.getLong(0)).toSeq, expected, damage)
        }
      }
    }
  }
}
