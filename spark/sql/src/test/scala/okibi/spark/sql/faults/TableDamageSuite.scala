package okibi.spark.sql.faults

import java.nio.file.{Files, Path}
import java.nio.file.attribute.FileTime

import okibi.spark.kit.{BlockFiles, DamagedCompression, TaskCounter}
import okibi.spark.sql.kit.SessionFixture

import org.apache.spark.sql.{DataFrame, Row}
import org.apache.spark.sql.functions._
import org.apache.spark.storage.StorageLevel

/** A damaged block of a cached table is removed, and no other block, whichever tasks read the table. */
abstract class TableDamageSuite extends SessionFixture {
  protected def format: Seq[(String, String)]

  override protected def settings: Seq[(String, String)] = ("spark.master" -> "local[2, 4]") +: format

  private val partitions = 24
  private val rows = 24000L

  /** @param nested whether the table has a column that is read row by row */
  private def table(nested: Boolean): DataFrame =
    spark
      .range(0, rows, 1, partitions)
      .selectExpr(
        Seq("id", "id % 7 as k", "concat('text ', id * 31) as s") ++ (if (nested) Seq("array(id, k) as a") else Nil): _*
      )

  /** The files of the blocks, by partition. */
  private def blocks: Map[Int, Path] =
    BlockFiles.all(spark.sparkContext).map(file => file.getFileName.toString.split('_')(2).toInt -> file).toMap

  private def written: Map[Int, FileTime] = blocks.map { case (partition, file) =>
    partition -> Files.getLastModifiedTime(file)
  }

  private def damage(partition: Int, place: Double): Unit =
    BlockFiles.change(blocks(partition)) { bytes =>
      bytes.seek((bytes.length * place).toLong)
      bytes.write(Array.fill[Byte](24)(0x55))
    }

  /** Checks that a query recovers from damaged blocks.
    *
    * @param tasks the number of tasks of the query without damage
    * @param more  more sets of damaged partitions, each with the place of the damage as a share of the block
    */
  private def recovers(
      query: DataFrame => DataFrame,
      tasks: Range,
      nested: Boolean = false,
      more: Seq[(Seq[Int], Double)] = Nil
  ): Unit = {
    val plain = table(nested)
    val expected = sorted(query(plain).collect().toSeq)
    for ((damaged, place) <- Seq(Seq(7) -> 0.5, Seq(3, 4) -> 0.0) ++ more) {
      val clue = s"partitions $damaged damaged at $place of their blocks"
      val cached = plain.persist(StorageLevel.DISK_ONLY)
      cached.count()
      assertEquals(blocks.size, partitions, clue)
      val taken = TaskCounter.count(spark.sparkContext)(query(cached).collect())
      assert(tasks.contains(taken), s"$taken tasks, $clue")
      damaged.foreach(damage(_, place))
      val before = written
      val (found, attempts) = TaskCounter.of(spark.sparkContext)(query(cached).collect().toSeq)
      assertEquals(sorted(found), expected, clue)
      // Two tasks at a time may find the same damage, and the next attempt finds none.
      assert(attempts <= taken + 2 * damaged.size, s"$attempts attempts for $taken tasks, $clue")
      val after = written
      assertEquals(
        (0 until partitions).filter(partition => before.get(partition) != after.get(partition)),
        damaged,
        clue
      )
      cached.unpersist(blocking = true)
    }
  }

  private def exactly(tasks: Int): Range = tasks to tasks

  test("one task reads one partition") {
    set("spark.okibi.tables.group.enabled", false)
    recovers(_.select("id", "s"), exactly(partitions))
  }

  test("one task reads several partitions") {
    recovers(_.agg(sum("id"), max("s")), 1 until partitions)
    recovers(_.groupBy("k").agg(sum("id"), max("s")), 1 until partitions)
  }

  test("one task reads more damaged partitions than it has attempts") {
    recovers(_.agg(sum("id"), max("s")), 2 to partitions / 3, more = Seq((0 until partitions) -> 0.5))
  }

  test("partitions are skipped, so that task and partition have different numbers") {
    set("spark.okibi.tables.group.enabled", false)
    recovers(_.where("id >= 3000 and id < 19000 and id % 3 = 0").select("id", "s"), exactly(16))
  }

  test("partitions are skipped, and the rest share tasks") {
    recovers(_.where("id >= 3000 and id < 19000 and id % 3 = 0").agg(count("id"), max("s")), 1 until 16)
  }

  test("a union reads the table twice") {
    set("spark.okibi.tables.group.enabled", false)
    recovers(
      table =>
        spark
          .range(0, 50, 1, 5)
          .selectExpr("id", "'none' as s")
          .union(table.select("id", "s"))
          .union(table.where("id < 8000").select("id", "s")),
      exactly(5 + 2 * partitions)
    )
  }

  test("coalesce puts partitions into one task") {
    set("spark.okibi.tables.group.enabled", false)
    recovers(_.select("id", "s").coalesce(3), exactly(3))
  }

  test("a nested column makes the scan read row by row") {
    recovers(_.select("id", "a"), 1 until partitions, nested = true)
    recovers(_.where("id >= 3000 and id < 9000").select("id", "a").coalesce(2), exactly(2), nested = true)
  }
}

class JavaBlockDamageSuite extends TableDamageSuite {
  override protected def format: Seq[(String, String)] = Nil
}

class CompressedKryoBlockDamageSuite extends TableDamageSuite {
  override protected def format: Seq[(String, String)] =
    DamagedCompression.settings :+ ("spark.serializer" -> "org.apache.spark.serializer.KryoSerializer")
}
