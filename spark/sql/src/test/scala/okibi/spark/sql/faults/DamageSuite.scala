package okibi.spark.sql.faults

import java.io.RandomAccessFile
import java.nio.file.{Files, Path, Paths}
import java.nio.file.attribute.FileTime

import okibi.spark.kit.TaskCounter
import okibi.spark.sql.plan.PlanFixture
import okibi.spark.sql.table.Mappings

import org.apache.spark.sql.{DataFrame, Row}
import org.apache.spark.sql.functions._
import org.apache.spark.storage.StorageLevel

/** A block of a cached table is damaged: it goes, and only it, whatever tasks read the table. */
abstract class DamageSuite extends PlanFixture {
  protected def format: Seq[(String, String)]

  override protected def settings: Seq[(String, String)] = ("spark.master" -> "local[2, 4]") +: format

  private val partitions = 24
  private val rows = 24000L

  /** @param nested with a column that is read row by row */
  private def table(nested: Boolean): DataFrame =
    spark
      .range(0, rows, 1, partitions)
      .selectExpr(
        Seq("id", "id % 7 as k", "concat('text ', id * 31) as s") ++ (if (nested) Seq("array(id, k) as a") else Nil): _*
      )

  /** The blocks on disk by partition. */
  private def blocks: Map[Int, Path] =
    Mappings
      .files(Paths.get(spark.sparkContext.getConf.get("spark.local.dir")))
      .collect {
        case file if file.getFileName.toString.startsWith("rdd_") =>
          file.getFileName.toString.split('_')(2).toInt -> file
      }
      .toMap

  private def written: Map[Int, FileTime] = blocks.map { case (partition, file) =>
    partition -> Files.getLastModifiedTime(file)
  }

  private def damage(partition: Int, place: Double): Unit = {
    val bytes = new RandomAccessFile(blocks(partition).toFile, "rw")
    try {
      bytes.seek((bytes.length * place).toLong)
      bytes.write(Array.fill[Byte](24)(0x55))
    } finally bytes.close()
  }

  /** @param tasks how many the query takes when all is well
    * @param more  other partitions that are damaged, and at which place of their blocks
    */
  private def heals(
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
      assertEquals(sorted(query(cached).collect().toSeq), expected, clue)
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

  test("a task for each partition") {
    set("spark.okibi.tables.group.enabled", false)
    heals(_.select("id", "s"), exactly(partitions))
  }

  test("several partitions in one task") {
    heals(_.agg(sum("id"), max("s")), 1 until partitions)
    heals(_.groupBy("k").agg(sum("id"), max("s")), 1 until partitions)
  }

  test("more partitions of one task are damaged than the task has attempts") {
    heals(_.agg(sum("id"), max("s")), 2 to partitions / 3, more = Seq((0 until partitions) -> 0.5))
  }

  test("partitions are skipped, and the others have tasks of other numbers") {
    set("spark.okibi.tables.group.enabled", false)
    heals(_.where("id >= 3000 and id < 19000 and id % 3 = 0").select("id", "s"), exactly(16))
  }

  test("partitions are skipped, and the others share tasks") {
    heals(_.where("id >= 3000 and id < 19000 and id % 3 = 0").agg(count("id"), max("s")), 1 until 16)
  }

  test("the table is a part of a union, more than once") {
    set("spark.okibi.tables.group.enabled", false)
    heals(
      table =>
        spark
          .range(0, 50, 1, 5)
          .selectExpr("id", "'none' as s")
          .union(table.select("id", "s"))
          .union(table.where("id < 8000").select("id", "s")),
      exactly(5 + 2 * partitions)
    )
  }

  test("tasks are coalesced") {
    set("spark.okibi.tables.group.enabled", false)
    heals(_.select("id", "s").coalesce(3), exactly(3))
  }

  test("rows are read one by one") {
    heals(_.select("id", "a"), 1 until partitions, nested = true)
    heals(_.where("id >= 3000 and id < 9000").select("id", "a").coalesce(2), exactly(2), nested = true)
  }
}

class JavaDamageSuite extends DamageSuite {
  override protected def format: Seq[(String, String)] = Nil
}

class CompressedKryoDamageSuite extends DamageSuite {
  override protected def format: Seq[(String, String)] =
    Seq("spark.serializer" -> "org.apache.spark.serializer.KryoSerializer", "spark.rdd.compress" -> "true")
}
