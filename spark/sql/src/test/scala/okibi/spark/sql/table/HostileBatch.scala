package okibi.spark.sql.table

import java.io.{ByteArrayInputStream, ByteArrayOutputStream, DataInputStream, DataOutputStream, IOException}
import java.util.zip.CRC32C

import okibi.core.kit.HostileInput
import okibi.spark.sql.column.BatchLayout

import org.apache.spark.sql.catalyst.InternalRow
import org.apache.spark.sql.catalyst.expressions.{GenericInternalRow, UnsafeProjection}
import org.apache.spark.sql.types._
import org.apache.spark.unsafe.Platform
import org.apache.spark.unsafe.types.{CalendarInterval, UTF8String}

/** A batch of a cached table, with a check sum that is right. The values within nested columns are left out: they are
  * bytes of Spark's own row, which Spark trusts.
  */
object HostileBatch extends HostileInput {
  private val types: Array[DataType] =
    Array(
      LongType,
      IntegerType,
      BooleanType,
      DoubleType,
      StringType,
      StringType,
      BinaryType,
      DecimalType(30, 2),
      CalendarIntervalType
    )
  private lazy val reader = new BatchReader(types.indices.toArray, types)

  override def seeds: Seq[Array[Byte]] = Seq(3, 100).flatMap { rows =>
    val toUnsafe = UnsafeProjection.create(types)
    val input = Iterator.tabulate(rows)(i => toUnsafe(row(i)): InternalRow)
    new PartitionWriter(input, types.toSeq, mapped = false).map { batch =>
      val out = new ByteArrayOutputStream
      TableBatches.write(batch, new DataOutputStream(out))
      out.toByteArray
    }
  }

  private def row(i: Int): InternalRow = new GenericInternalRow(
    Array[Any](
      i.toLong * 1000,
      if (i % 5 == 0) null else i,
      i % 2 == 0,
      i * 1.5,
      UTF8String.fromString(s"text $i" * (i % 3)),
      UTF8String.fromString(s"few ${i % 3}"),
      Array.fill(i % 4)(i.toByte),
      Decimal(BigDecimal(i), 30, 2),
      if (i % 4 == 0) null else new CalendarInterval(i, 2, 3L)
    )
  )

  override def fuzzerTestOneInput(bytes: Array[Byte]): Unit =
    try {
      val batch = TableBatches.read(new DataInputStream(new ByteArrayInputStream(checked(bytes))))
      // A batch of many equal rows takes as much time as it has rows.
      if (batch.numRows < 100000) new RowIterator(Iterator(batch), reader, types.length).foreach(_.hashCode)
    } catch {
      case _: IOException => ()
      // A decimal of more digits than its column has.
      case _: ArithmeticException => ()
    }

  /** The bytes with the length and the check sum that they should have. */
  private def checked(bytes: Array[Byte]): Array[Byte] = {
    val at = Platform.BYTE_ARRAY_OFFSET.toLong
    def bigEndian(from: Int): Int = java.nio.ByteBuffer.wrap(bytes).getInt(from)
    val statsBytes = if (bytes.length < 16) -1 else bigEndian(4)
    val start = 8L + statsBytes + 8
    if (statsBytes < 0 || start + BatchLayout.HeaderBytes > bytes.length) bytes
    else {
      val made = bytes.clone()
      val length = made.length - start.toInt
      java.nio.ByteBuffer.wrap(made).putInt(start.toInt - 4, length)
      val crc = new CRC32C
      crc.update(made, start.toInt + BatchLayout.HeaderBytes, length - BatchLayout.HeaderBytes)
      Platform.putInt(made, at + start + BatchLayout.MagicAt, BatchLayout.Magic)
      Platform.putInt(made, at + start + BatchLayout.VersionAt, BatchLayout.Version)
      Platform.putInt(made, at + start + BatchLayout.RowsAt, bigEndian(start.toInt - 8))
      Platform.putLong(made, at + start + BatchLayout.LengthAt, length.toLong)
      Platform.putInt(made, at + start + BatchLayout.ChecksumAt, crc.getValue.toInt)
      made
    }
  }
}
