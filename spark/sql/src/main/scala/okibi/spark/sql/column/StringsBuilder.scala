package okibi.spark.sql.column

import org.apache.spark.sql.catalyst.expressions.codegen.UnsafeRowWriter
import org.apache.spark.unsafe.Platform
import org.apache.spark.unsafe.types.UTF8String

/** Builds columns of strings: codes into a dictionary if few strings are distinct, else the bytes.
  *
  * @param ordered whether to find bounds
  */
private[sql] final class StringsBuilder(ordered: Boolean) extends ColumnBuilder {
  private val plain = new ByteColumn
  private val dictionary = new StringDictionary
  private var codes = new Array[Int](1024)
  private var isPlain = false
  private var isGivenUp = false

  private var textBytes = 0L
  private var codeBytes = 0
  private var size = 0
  private var min: UTF8String = _
  private var max: UTF8String = _

  /** Spark counts a length before each text. */
  override protected def valueBytes(count: Int): Long = textBytes + count * 4L

  override protected def reserveValues(count: Int): Unit =
    if (!isPlain && count > codes.length) codes = java.util.Arrays.copyOf(codes, math.max(count, codes.length * 2))

  override protected def appendValues(chunk: RowChunk, column: Int): Unit = {
    if (!isPlain && rows >= StringsBuilder.TrialRows && (isGivenUp || dictionary.size > StringsBuilder.limit(rows)))
      leaveDictionary()
    val nullable = chunk.hasNull(column)
    if (isPlain) appendPlain(chunk, column, nullable) else appendCodes(chunk, column, nullable)
  }

  private def appendPlain(chunk: RowChunk, column: Int, nullable: Boolean): Unit = {
    val (from, starts, n, slot) = (chunk.bytes, chunk.starts, chunk.rows, chunk.slot(column))
    var i = 0
    while (i < n) {
      val start = starts(i)
      val place = Platform.getLong(from, start + slot)
      val length = if (nullable && chunk.isNull(i, column)) 0 else place.toInt
      plain.add(from, start + (place >>> 32), length)
      textBytes += length
      i += 1
    }
  }

  private def appendCodes(chunk: RowChunk, column: Int, nullable: Boolean): Unit = {
    val (from, starts, n, slot) = (chunk.bytes, chunk.starts, chunk.rows, chunk.slot(column))
    var i = 0
    while (i < n) {
      val start = starts(i)
      val place = Platform.getLong(from, start + slot)
      if (nullable && chunk.isNull(i, column)) codes(rows + i) = 0
      else {
        codes(rows + i) = dictionary.code(from, start + (place >>> 32), place.toInt)
        textBytes += place.toInt
      }
      i += 1
    }
  }

  /** Replaces codes by bytes, which are cheaper when many strings are distinct; for the rest of the partition too. */
  private def leaveDictionary(): Unit = {
    val values = dictionary.values
    var i = 0
    while (i < rows) {
      val code = codes(i)
      if (isNull(i)) plain.add(values.bytes, Platform.BYTE_ARRAY_OFFSET.toLong, 0)
      else plain.add(values.bytes, values.start(code), values.length(code))
      i += 1
    }
    isPlain = true
    isGivenUp = true
  }

  override protected def encodeValues(out: BatchBuffer): Int = {
    if (!isPlain && dictionary.size > StringsBuilder.limit(rows)) {
      leaveDictionary()
      isGivenUp = false
    }
    if (ordered) findBounds(if (isPlain) plain else dictionary.values, skipNulls = isPlain)
    if (isPlain) {
      size = plain.length(0)
      codeBytes = 0
      plain.encode(out)
    } else encodeDictionary(out)
  }

  private def encodeDictionary(out: BatchBuffer): Int = {
    size = dictionary.size
    codeBytes = if (size <= 0x100) 1 else if (size <= 0x10000) 2 else 4
    val at = out.at(out.reserve(rows.toLong * codeBytes))
    var i = 0
    codeBytes match {
      case 1 =>
        while (i < rows) {
          Platform.putByte(null, at + i, codes(i).toByte)
          i += 1
        }
      case 2 =>
        while (i < rows) {
          Platform.putShort(null, at + (i.toLong << 1), codes(i).toShort)
          i += 1
        }
      case _ => Platform.copyMemory(codes, Platform.INT_ARRAY_OFFSET, null, at, rows * 4L)
    }
    dictionary.values.encodePlain(out)
    BatchLayout.Dictionary
  }

  override protected def parameter: Int = size

  override protected def reference: Long = codeBytes.toLong

  private def findBounds(values: ByteColumn, skipNulls: Boolean): Unit = {
    var low = -1
    var high = -1
    var lowPrefix = 0L
    var highPrefix = 0L
    var i = 0
    while (i < values.count) {
      if (!skipNulls || !isNull(i)) {
        val prefix = StringsBuilder.prefix(values, i)
        if (low < 0) {
          low = i
          high = i
          lowPrefix = prefix
          highPrefix = prefix
        } else {
          if (prefix < lowPrefix || (prefix == lowPrefix && StringsBuilder.compare(values, i, low) < 0)) {
            low = i
            lowPrefix = prefix
          }
          if (prefix > highPrefix || (prefix == highPrefix && StringsBuilder.compare(values, i, high) > 0)) {
            high = i
            highPrefix = prefix
          }
        }
      }
      i += 1
    }
    if (low >= 0) {
      min = StringBounds.lower(values, low)
      max = StringBounds.upper(values, high)
    }
  }

  override protected def bounds(out: UnsafeRowWriter, first: Int): Unit =
    if (ordered) {
      out.write(first, min)
      out.write(first + 1, max)
    } else super.bounds(out, first)

  override def reset(): Unit = {
    super.reset()
    textBytes = 0L
    plain.clear()
    dictionary.clear()
    isPlain = isGivenUp
  }

  /** A new partition begins, which may have fewer distinct strings: tries the dictionary again. */
  def retryDictionary(): Unit = {
    isGivenUp = false
    isPlain = false
  }
}

private[sql] object StringsBuilder {

  /** Rows after which to decide whether a dictionary pays. */
  val TrialRows: Int = 2048

  /** The largest number of distinct strings for which a dictionary is smaller and faster to read than the bytes. */
  def limit(rows: Int): Int = math.min(rows / 3 + 1, 1 << 13)

  /** The first eight bytes as a number that compares as the bytes do. */
  private def prefix(values: ByteColumn, index: Int): Long = {
    val length = values.length(index)
    val word = UnsafeAccess.bigEndian(Platform.getLong(values.bytes, values.start(index)))
    (if (length >= 8) word else if (length == 0) 0L else word & (-1L << ((8 - length) * 8))) ^ Long.MinValue
  }

  private def compare(values: ByteColumn, a: Int, b: Int): Int =
    if (a == b) 0
    else
      java.util.Arrays.compareUnsigned(
        values.bytes,
        values.offsets(a),
        values.offsets(a + 1),
        values.bytes,
        values.offsets(b),
        values.offsets(b + 1)
      )
}
