package okibi.spark.sql.arrow

import java.nio.charset.StandardCharsets

import scala.concurrent.duration._
import scala.util.Random

import munit.FunSuite
import okibi.core.kit.Draws
import okibi.spark.sql.column.TableVector
import okibi.spark.sql.fixture.RandomColumns
import okibi.spark.sql.table.BatchFixture

import org.apache.spark.sql.catalyst.InternalRow
import org.apache.spark.sql.catalyst.expressions.{GenericInternalRow, UnsafeProjection}
import org.apache.spark.sql.types._
import org.apache.spark.sql.vectorized.{ColumnVector, ColumnarBatch}
import org.apache.spark.unsafe.Platform
import org.apache.spark.unsafe.types.UTF8String

/** What is read back from Arrow's layout are the values that the vectors give, whichever rows of whichever batches are
  * appended.
  */
class ColumnFillerSuite extends FunSuite {
  override val munitTimeout: Duration = 5.minutes

  private val types: Array[DataType] = Array(
    BooleanType,
    ByteType,
    ShortType,
    IntegerType,
    LongType,
    DateType,
    TimestampType,
    FloatType,
    DoubleType,
    DecimalType(7, 2),
    DecimalType(18, 0),
    DecimalType(38, 9),
    StringType,
    BinaryType
  )

  test("columns of every type, whole and picked, from several batches") {
    Draws.seeds(200).foreach(check)
  }

  test("types that Arrow stores in another way have no form") {
    Seq(CalendarIntervalType, NullType, ArrayType(IntegerType), DayTimeIntervalType(), new StructType).foreach(other =>
      assertEquals(ArrowForm.of(other), None)
    )
  }

  test("values that end beyond 2 GB are an error, and no offset is negative") {
    val row = UnsafeProjection.create(Array[DataType](StringType)).apply(InternalRow(UTF8String.fromString("abc")))
    val column = BatchFixture.columnar(Seq(row), Seq(StringType)).head.column(0).asInstanceOf[TableVector]
    val memory = new Memory
    try intercept[ArithmeticException](column.copyEnds(0, 1, memory.allocate(4), Int.MaxValue - 2))
    finally memory.close()
  }

  private def batch(random: Random, rows: Int): ColumnarBatch = {
    val draws = types.map(RandomColumns.draw(random, _))
    val toUnsafe = UnsafeProjection.create(types)
    BatchFixture
      .columnar(Vector.fill(rows)(toUnsafe(new GenericInternalRow(draws.map(_.apply()))).copy()), types.toSeq)
      .head
  }

  private def check(seed: Long): Unit = {
    val random = new Random(seed)
    val batches = Seq.fill(1 + random.nextInt(3))(batch(random, 1 + random.nextInt(3000)))
    if (random.nextBoolean()) batches.foreach(pick(_, random))
    // Ranges that begin and end anywhere, and those of whole bytes of bitmaps.
    val ranges = batches.map { batch =>
      val from = random.nextInt(batch.numRows + 1) & (if (random.nextBoolean()) -1 else ~7)
      (batch, from, random.nextInt(batch.numRows - from + 1))
    }
    val rows = ranges.map(_._3).sum
    types.indices.foreach { column =>
      val memory = new Memory
      try {
        val filler = ColumnFiller(ArrowForm.of(types(column)).get, memory, rows)
        ranges.foreach { case (batch, from, count) => filler.append(batch.column(column), from, count) }
        val expected = ranges.flatMap { case (batch, from, count) =>
          (from until from + count).map(value(batch.column(column), types(column), _))
        }
        val clue = s"seed $seed, ${types(column)}"
        assertEquals(filler.rows, rows, clue)
        assertEquals(filler.nulls, expected.count(_ == null), clue)
        val got = Seq.tabulate(rows)(read(types(column), filler.filledBuffers, _))
        expected.zip(got).zipWithIndex.foreach { case ((want, have), row) =>
          assertEquals(have, want, s"$clue, row $row")
        }
      } finally memory.close()
    }
  }

  /** Leaves some rows of a batch, as a filter does. */
  private def pick(batch: ColumnarBatch, random: Random): Unit = {
    val places = (0 until batch.numRows).filter(_ => random.nextInt(3) == 0).toArray
    TableVector.pick(batch, places)
  }

  private def value(column: ColumnVector, dataType: DataType, row: Int): String =
    if (column.isNullAt(row)) null
    else
      dataType match {
        case BooleanType => column.getBoolean(row).toString
        case ByteType => column.getByte(row).toString
        case ShortType => column.getShort(row).toString
        case IntegerType | DateType => column.getInt(row).toString
        case LongType | TimestampType => column.getLong(row).toString
        case FloatType => java.lang.Float.floatToRawIntBits(column.getFloat(row)).toString
        case DoubleType => java.lang.Double.doubleToRawLongBits(column.getDouble(row)).toString
        case decimal: DecimalType =>
          column.getDecimal(row, decimal.precision, decimal.scale).toJavaBigDecimal.unscaledValue.toString
        case StringType => column.getUTF8String(row).toString
        case _ => new String(column.getBinary(row), StandardCharsets.ISO_8859_1)
      }

  /** A value by Arrow's own rules. */
  private def read(dataType: DataType, buffers: Seq[Long], row: Int): String = {
    def bit(bitmap: Long) = (Platform.getByte(null, bitmap + row / 8) >> (row % 8) & 1) == 1
    def bytes = {
      val from = Platform.getInt(null, buffers(1) + row * 4L)
      val until = Platform.getInt(null, buffers(1) + row * 4L + 4)
      Array.tabulate(until - from)(i => Platform.getByte(null, buffers(2) + from + i))
    }
    if (!bit(buffers.head)) null
    else
      dataType match {
        case BooleanType => bit(buffers(1)).toString
        case ByteType => Platform.getByte(null, buffers(1) + row).toString
        case ShortType => Platform.getShort(null, buffers(1) + row * 2L).toString
        case IntegerType | DateType | FloatType => Platform.getInt(null, buffers(1) + row * 4L).toString
        case LongType | TimestampType | DoubleType => Platform.getLong(null, buffers(1) + row * 8L).toString
        case _: DecimalType =>
          BigInt(Array.tabulate(16)(i => Platform.getByte(null, buffers(1) + row * 16L + 15 - i))).toString
        case StringType => new String(bytes, StandardCharsets.UTF_8)
        case _ => new String(bytes, StandardCharsets.ISO_8859_1)
      }
  }

  /** Memory full of bytes that mean something, with its addresses as buffers. */
  private final class Memory extends Buffers[Long] {
    private val open = scala.collection.mutable.Set.empty[Long]

    override def allocate(bytes: Long): Long = {
      val address = Platform.allocateMemory(bytes + 8)
      Platform.setMemory(address, 0x5a, bytes + 8)
      open += address
      address
    }

    override def address(buffer: Long): Long = buffer

    override def release(buffer: Long): Unit = {
      assert(open.remove(buffer), "released twice")
      Platform.freeMemory(buffer)
    }

    def close(): Unit = open.toSeq.foreach(release)
  }
}
