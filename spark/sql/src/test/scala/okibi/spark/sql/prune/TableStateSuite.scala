package okibi.spark.sql.prune

import munit.FunSuite
import okibi.spark.sql.predicate.Conjunct
import okibi.spark.sql.stats._

import org.apache.spark.sql.catalyst.InternalRow
import org.apache.spark.sql.catalyst.expressions.{AttributeReference, EqualTo, Literal}
import org.apache.spark.sql.types._
import org.apache.spark.unsafe.types.UTF8String
import org.apache.spark.util.CollectionAccumulator

import scala.concurrent.duration.{Duration, DurationInt}

/** The driver's state stays within its bound. A set counts only if it was made of the same rows as the bounds. */
class TableStateSuite extends FunSuite {
  override val munitTimeout: Duration = 5.minutes

  private val columns = Seq.tabulate(16)(i => AttributeReference(s"c$i", if (i % 3 == 0) StringType else LongType)())
  private val orders = PruningSerializer.orders(columns)

  private def row(partition: Int, i: Int): InternalRow = InternalRow.fromSeq(columns.indices.map {
    case c if c % 3 == 0 => UTF8String.fromString(s"a text of some length $partition $c $i")
    case c => partition * 1000L + i * 10 + c
  })

  private def packets(plan: CollectPlan, partition: Int, rows: Int): Seq[Array[Byte]] = {
    val collector = new PartitionCollector(plan, partition)
    (0 until rows).foreach(i => collector.add(row(partition, i)))
    collector.packets()
  }

  private def index(state: TableState) = new TableIndex(columns, state, new CollectionAccumulator[Array[Byte]])

  private def state(partitions: Int, limit: Long): (TableState, CollectPlan) = {
    val memory = new DriverMemory(limit)
    val state = new TableState(orders, partitions, memory)
    memory.add(state)
    state -> CollectPlan(
      orders,
      boundsFromRows = true,
      textsFromBatches = false,
      sets = true,
      Nil,
      SetForm.Auto,
      limit,
      partitions
    )
  }

  test("100,000 partitions of 16 columns take at most 64 MB and are pruned") {
    val partitions = 100000
    val (table, plan) = state(partitions, 64L << 20)
    (0 until partitions).foreach(partition => packets(plan, partition, 2).foreach(table.receive))
    assert(table.sizeBytes <= (64L << 20), s"it takes ${table.sizeBytes} bytes")
    val found = index(table).select(Conjunct.split(Seq(EqualTo(columns(1), Literal(777L * 1000 + 1)))))
    assertEquals(found.kept.toSeq, Seq(777))
  }

  test("bounds replace sets when the memory is full, and further bounds are dropped") {
    val (table, plan) = state(10, 64L << 10)
    (0 until 5).foreach(partition => packets(plan, partition, 100).foreach(table.receive))
    assert(table.setsBytes > 0)
    val (tight, _) = state(10, 4L << 10)
    (0 until 10).foreach(partition => packets(plan, partition, 100).foreach(tight.receive))
    assert(tight.sizeBytes <= (4L << 10), s"it takes ${tight.sizeBytes} bytes")
    assertEquals(tight.setsBytes, 0L)
    val selected = index(tight).select(Conjunct.split(Seq(EqualTo(columns(1), Literal(-1L)))))
    assert(selected.kept.nonEmpty && selected.skipped > 0, "some partitions are ruled out, and unknown ones are kept")
  }

  private val between = Conjunct.split(Seq(EqualTo(columns(1), Literal(1006L))))

  test("new rows of a partition replace all that was known of it") {
    val (table, plan) = state(2, 1L << 20)
    packets(plan, 1, 50).foreach(table.receive)
    assertEquals(index(table).select(between).kept.toSeq, Seq(0), "1006 lies between the bounds and in no set")
    packets(plan, 1, 60).take(1).foreach(table.receive)
    assertEquals(index(table).select(between).kept.toSeq, Seq(0, 1), "the set was made of other rows")
  }

  test("a set that was made of fewer rows than the partition has is dropped") {
    val (table, plan) = state(2, 1L << 20)
    val Seq(bounds, _) = packets(plan, 1, 50)
    table.receive(bounds)
    table.receive(packets(plan, 1, 40).last)
    assertEquals(index(table).select(between).kept.toSeq, Seq(0, 1))
  }

  test("damaged packets are dropped") {
    val (table, _) = state(2, 1L << 20)
    Seq(Array[Byte](9), Array[Byte](2, 0, 0), Array.fill[Byte](40)(2)).foreach(table.receive)
    assertEquals(index(table).select(between).kept.toSeq, Seq(0, 1))
  }

  test("the end of an iterator is reported once, and only when it is read to the end") {
    var ended = 0
    val read = ObservedIterator[Int](Iterator(1, 2, 3), _ => ())(ended += 1)
    read.next()
    assertEquals(ended, 0)
    assertEquals(read.toList, List(2, 3))
    assert(!read.hasNext)
    assertEquals(ended, 1)
  }
}
