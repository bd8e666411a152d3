package okibi.spark.sql.table

import scala.concurrent.duration._
import scala.util.Random

import munit.FunSuite
import okibi.core.kit.Draws
import okibi.spark.sql.column.ColumnKind
import okibi.spark.sql.fixture.RandomColumns

import org.apache.spark.sql.catalyst.InternalRow
import org.apache.spark.sql.catalyst.expressions.{GenericInternalRow, UnsafeProjection, UnsafeRow}
import org.apache.spark.sql.types._

/** Random rows are written to batches and read back, without a Spark session. */
class BatchRoundTripSuite extends FunSuite {
  // The usual limit is too short for a busy machine.
  override val munitTimeout: Duration = 5.minutes

  private val types: Array[DataType] = Array(
    ByteType,
    ShortType,
    IntegerType,
    LongType,
    BooleanType,
    FloatType,
    DoubleType,
    DecimalType(7, 2),
    DecimalType(18, 0),
    DecimalType(38, 9),
    DateType,
    TimestampType,
    StringType,
    BinaryType,
    CalendarIntervalType,
    NullType
  )

  private def check(seed: Long): Unit = {
    val random = new Random(seed)
    val toUnsafe = UnsafeProjection.create(types)
    val columns = types.map(RandomColumns.draw(random, _))
    val count = Seq(0, 1, 2, 63, 64, 65, 511, 513, 2500, 5000)(random.nextInt(10))
    val rows = Vector.fill(count)(toUnsafe(new GenericInternalRow(columns.map(_.apply()))).copy())
    val batches = new PartitionWriter(rows.iterator, types.toSeq, mapped = false).map(_.asInstanceOf[TableBatch]).toList
    val read = new RowIterator(batches.iterator, new BatchReader(types.indices.toArray, types), types.length)
      .map(_.asInstanceOf[UnsafeRow].copy())
      .toVector
    assertEquals(read.size, rows.size, s"seed $seed")
    rows.zip(read).foreach { case (expected, got) =>
      types.indices.foreach(i => assertEquals(show(got, i), show(expected, i), s"seed $seed, column $i: ${types(i)}"))
    }
    batches.foreach(bounds(_, rows, seed))
  }

  private def show(row: InternalRow, i: Int): String = if (row.isNullAt(i)) "null"
  else
    (row.get(i, types(i)): Any) match {
      case bytes: Array[Byte] => bytes.toSeq.toString
      case double: Double => java.lang.Double.doubleToRawLongBits(double).toString
      case float: Float => java.lang.Float.floatToRawIntBits(float).toString
      case other => other.toString
    }

  /** The only batch's bounds hold all values, and it counts its nulls. */
  private def bounds(batch: TableBatch, rows: Seq[UnsafeRow], seed: Long): Unit = types.indices.foreach { i =>
    val values = rows.filterNot(_.isNullAt(i)).map(_.get(i, types(i)))
    val clue = s"seed $seed, column $i: ${types(i)}"
    assertEquals(batch.stats.getInt(i * 5 + 2), rows.size - values.size, clue)
    assertEquals(batch.stats.getInt(i * 5 + 3), rows.size, clue)
    val hasBounds = ColumnKind.hasBounds(types(i)) && values.nonEmpty
    assertEquals(batch.stats.isNullAt(i * 5), !hasBounds, clue)
    if (hasBounds) {
      val (low, high) = (batch.stats.get(i * 5, types(i)), batch.stats.get(i * 5 + 1, types(i)))
      values.foreach(value =>
        assert(compare(low, value) <= 0 && compare(value, high) <= 0, s"$clue: $low $value $high")
      )
    }
  }

  private def compare(a: Any, b: Any): Int = (a, b) match {
    case (x: Boolean, y: Boolean) => java.lang.Boolean.compare(x, y)
    case (x: Float, y: Float) => java.lang.Float.compare(x + 0.0f, y + 0.0f)
    case (x: Double, y: Double) => java.lang.Double.compare(x + 0.0, y + 0.0)
    case (x: Comparable[_], y) => x.asInstanceOf[Comparable[Any]].compareTo(y)
    case other => fail(other.toString)
  }

  test("rows read back as they were written, and bounds hold every value") {
    Draws.seeds(300).foreach(check)
  }
}
