package okibi.spark.store

import scala.concurrent.duration._

import okibi.spark.kit.{BlockFiles, DamagedCompression, TaskCounter}

import munit.FunSuite
import org.apache.spark.rdd.RDD
import org.apache.spark.storage.StorageLevel

/** A block of a persisted RDD that was damaged on disk or cut short is computed again, and never read in part. */
class DamagedBlockSuite extends FunSuite {
  override val munitTimeout: Duration = 10.minutes

  private def sum(records: RDD[_]): Double = records
    .map {
      case bytes: Array[Byte] => bytes.toSeq.hashCode.toLong
      case record => record.hashCode.toLong
    }
    .sum()

  private val kryo = "spark.serializer" -> "org.apache.spark.serializer.KryoSerializer"

  Seq(
    Nil,
    Seq(kryo),
    DamagedCompression.settings,
    Seq("spark.io.encryption.enabled" -> "true")
  ).foreach { settings =>
    test(s"records of every kind of frame, ${settings.mkString(" ")}") {
      LocalSpark.withOkibi(storageMb = 50, ("spark.master" -> "local[2, 4]") +: settings: _*) { context =>
        val numbers = context.range(0, 20000, 1, 4)
        val kinds = Seq[(String, RDD[_])](
          "numbers" -> numbers.map(_ * 31),
          "texts" -> numbers.map(n => s"text ${n * 31}"),
          "arrays of bytes" -> numbers.map(n => n.toString.getBytes),
          "pairs" -> numbers.map(n => (n, s"text $n")),
          "lists" -> numbers.map(n => List(n, s"text $n", None))
        )
        kinds.foreach { case (kind, records) =>
          val expected = sum(records)
          records.persist(StorageLevel.DISK_ONLY)
          records.count()
          BlockFiles.damages.foreach { case (damage, happens) =>
            val files = BlockFiles.all(context)
            assertEquals(files.size, 4, damage)
            happens(files(2))
            val (found, tasks) = TaskCounter.of(context)(sum(records))
            assertEquals(found, expected, s"$kind, $damage")
            assert(tasks <= 5, s"$kind, $damage: more than one attempt failed, $tasks tasks in all")
          }
          records.unpersist(blocking = true)
        }
      }
    }
  }
}
