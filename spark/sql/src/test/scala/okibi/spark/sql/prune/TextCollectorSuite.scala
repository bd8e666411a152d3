package okibi.spark.sql.prune

import scala.util.Random

import munit.FunSuite
import okibi.core.kit.Draws
import okibi.spark.sql.stats.{CollectPlan, PartitionCollector, SetForm, SetsPacket, SqlKeyOrder}
import okibi.spark.sql.table.BatchFixture

import org.apache.spark.sql.catalyst.InternalRow
import org.apache.spark.sql.types.{DataType, IntegerType, StringType}
import org.apache.spark.unsafe.types.UTF8String

/** Sets of strings from batches equal those from rows. */
class TextCollectorSuite extends FunSuite {
  private val types: Seq[DataType] = Seq(IntegerType, StringType, StringType, StringType)
  private val orders = types.map(SqlKeyOrder.of(_).orNull).toArray

  private def plan(textsFromBatches: Boolean, memory: Long = 1L << 30): CollectPlan =
    CollectPlan(
      orders,
      boundsFromRows = false,
      textsFromBatches,
      sets = true,
      Nil,
      SetForm.Auto,
      memory,
      partitions = 1
    )

  private def fromRows(rows: Seq[InternalRow], plan: CollectPlan): Seq[SetsPacket] = {
    val collector = new PartitionCollector(plan, 7)
    rows.foreach(collector.add)
    collector.packets().map(SetsPacket.decode)
  }

  private def fromBatches(rows: Seq[InternalRow], plan: CollectPlan): Seq[SetsPacket] = {
    val collector = new TextCollector(plan, 7)
    BatchFixture.cached(rows, types).foreach(collector.add)
    collector.packet().map(SetsPacket.decode).toSeq
  }

  private def sets(packets: Seq[SetsPacket]): Map[Seq[Int], Seq[Byte]] =
    packets.flatMap(_.sets).map { case (group, set) => group.ordinals -> set.encode.toSeq }.toMap

  /** Draws strings that batches keep as codes, as they are, or with a fixed length; with nulls, or null alone. */
  private def column(random: Random): () => UTF8String = {
    val distinct = Seq(1, 5, 300, 3000, 1 << 20)(random.nextInt(5))
    val nulls = Seq(0.0, 0.3, 1.0)(random.nextInt(3))
    val ofOneLength = random.nextBoolean()
    () => {
      val n = random.nextInt(distinct)
      if (random.nextDouble() < nulls) null
      else UTF8String.fromString(if (ofOneLength) f"$n%08d" else "x" * (n % 11) + n)
    }
  }

  test("sets from batches equal sets from rows, for all encodings of strings") {
    val random = Draws.random("TextCollectorSuite")
    var found = 0
    (0 until Draws.cases(40)).foreach { n =>
      val texts = Seq.fill(3)(column(random))
      val rows = Seq.fill(random.nextInt(Seq(3, 2000, 70000)(random.nextInt(3))))(
        InternalRow.fromSeq(random.nextInt(50) +: texts.map(_()))
      )
      val (apart, together) = (plan(textsFromBatches = true), plan(textsFromBatches = false))
      val packets = fromRows(rows, apart) ++ fromBatches(rows, apart)
      packets.foreach(packet => assertEquals((packet.partition, packet.rows), (7, rows.length.toLong)))
      assertEquals(sets(packets), sets(fromRows(rows, together)), s"seed ${Draws.seed}, case $n, ${rows.length} rows")
      found += packets.flatMap(_.sets).count(_._1.ordinals.head > 0)
    }
    assert(found > 0, "no set of strings was made: the test proves nothing")
  }

  test("sets from rows and sets from batches together stay within the memory of a partition") {
    val rows = Seq.tabulate(5000)(i =>
      InternalRow(i * 1000003, UTF8String.fromString(s"${i % 100}"), UTF8String.fromString(s"${i % 900}"), null)
    )
    Seq(256L, 1L << 10, 4L << 10, 1L << 16).foreach { memory =>
      val tight = plan(textsFromBatches = true, memory)
      val sizes = (fromRows(rows, tight) ++ fromBatches(rows, tight)).map(_.encode.length)
      assert(sizes.sum <= memory, s"$memory bytes: packets of $sizes")
    }
    assertEquals(
      fromBatches(rows, plan(textsFromBatches = true, 1L << 16)).flatMap(_.sets).map(_._1.ordinals),
      Seq(Vector(3), Vector(1), Vector(2)),
      "the smallest set first"
    )
  }

  test("rows are not read for sets of strings that come from batches") {
    val texts = Array[SqlKeyOrder](SqlKeyOrder.Strings)
    def wantsRows(textsFromBatches: Boolean) =
      CollectPlan(
        texts,
        boundsFromRows = false,
        textsFromBatches,
        sets = true,
        Nil,
        SetForm.Auto,
        1L << 20,
        partitions = 1
      ).wantsRows
    assertEquals((wantsRows(textsFromBatches = true), wantsRows(textsFromBatches = false)), (false, true))
  }
}
