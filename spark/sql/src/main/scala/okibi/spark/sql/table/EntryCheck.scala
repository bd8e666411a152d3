package okibi.spark.sql.table

import okibi.spark.sql.column.{BatchLayout, ColumnKind}

import org.apache.spark.unsafe.Platform

/** Reads entries of columns of a batch that came from a disk or another executor. What reading a column uses lies in
  * the batch: vectors read at addresses, where a wrong offset would end the JVM. The check sum does not tell a batch
  * that was made to harm.
  *
  * @param bytes the whole batch
  */
private[table] final class EntryCheck(bytes: Array[Byte], rows: Int) {

  /** @throws java.io.IOException if the entry or the column is not within the batch */
  def entry(column: Int, kind: ColumnKind): BatchLayout.Entry = {
    if (BatchLayout.headerBytes(column + 1) > bytes.length) throw damaged(column, "no entry")
    val entry = new BatchLayout.Entry(bytes, Platform.BYTE_ARRAY_OFFSET.toLong + BatchLayout.entryAt(column))
    val nulls = if (entry.nulls > 0) BatchLayout.bitmapBytes(rows).toLong else 0L
    val isWithin =
      rows >= 0 && entry.offset >= 0 && entry.bytes >= 0 && entry.offset + entry.bytes.toLong <= bytes.length
    if (!isWithin) throw damaged(column, s"${entry.bytes} bytes at ${entry.offset} of ${bytes.length}")
    val at = entry.offset + nulls
    val room = entry.bytes - nulls
    if (!fits(kind, entry, at, room))
      throw damaged(column, s"$rows values with encoding ${entry.encoding} do not fit ${entry.bytes} bytes")
    entry
  }

  private def damaged(column: Int, sign: String) = TableBatch.damaged(s"column $column has $sign")

  private def fits(kind: ColumnKind, entry: BatchLayout.Entry, at: Long, room: Long): Boolean = kind match {
    case ColumnKind.Integral(most) => fitsPacked(entry, most, room)
    case ColumnKind.BooleanColumn => fitsPacked(entry, 1, room)
    case _: ColumnKind.SmallDecimal => fitsPacked(entry, 8, room)
    case ColumnKind.FloatColumn => rows * 4L <= room
    case ColumnKind.DoubleColumn => rows * 8L <= room
    case _: ColumnKind.WideDecimal => rows * 16L <= room
    case ColumnKind.NullColumn => entry.nulls > 0 && room >= 0
    case _: ColumnKind.StringColumn if entry.encoding == BatchLayout.Dictionary => fitsDictionary(entry, at, room)
    case _: ColumnKind.StringColumn | ColumnKind.BinaryColumn | ColumnKind.RowBytes => fitsBytes(entry, at, room)
    // Their readers take for granted how long a value is.
    case ColumnKind.IntervalColumn | ColumnKind.VariantColumn =>
      fitsBytes(entry, at, room) && areSound(kind, entry, at)
  }

  private def fitsPacked(entry: BatchLayout.Entry, most: Int, room: Long): Boolean = entry.encoding match {
    case BatchLayout.Width0 => room >= 0
    case BatchLayout.Width1 | BatchLayout.Width2 | BatchLayout.Width4 | BatchLayout.Width8 =>
      entry.encoding <= most && rows.toLong * entry.encoding <= room
    case _ => false
  }

  /** Values of any length. */
  private def fitsBytes(entry: BatchLayout.Entry, at: Long, room: Long): Boolean = entry.encoding match {
    case BatchLayout.FixedLength => entry.parameter >= 0 && rows.toLong * entry.parameter <= room
    case BatchLayout.Plain => fitsOffsets(at, rows, room)
    case _ => false
  }

  /** Codes, then the values of the dictionary. */
  private def fitsDictionary(entry: BatchLayout.Entry, at: Long, room: Long): Boolean = {
    val codeBytes = entry.reference
    val codes = BatchLayout.align(rows * codeBytes)
    (codeBytes == 1 || codeBytes == 2 || codeBytes == 4) && codes <= room && entry.parameter >= 0 &&
    fitsOffsets(at + codes, entry.parameter, room - codes) && areCodes(entry, at, codeBytes.toInt)
  }

  private def areCodes(entry: BatchLayout.Entry, at: Long, codeBytes: Int): Boolean = {
    val from = Platform.BYTE_ARRAY_OFFSET + at
    var i = 0
    while (i < rows && (isCode(from + i.toLong * codeBytes, codeBytes, entry.parameter) || isNull(entry, i))) i += 1
    i == rows
  }

  private def isCode(at: Long, codeBytes: Int, values: Int): Boolean = {
    val code =
      if (codeBytes == 1) Platform.getByte(bytes, at) & 0xff
      else if (codeBytes == 2) Platform.getShort(bytes, at) & 0xffff
      else Platform.getInt(bytes, at)
    code >= 0 && code < values
  }

  /** `count` + 1 offsets that never fall, and the bytes that they delimit. */
  private def fitsOffsets(at: Long, count: Int, room: Long): Boolean = {
    val bytesRoom = room - (count + 1L) * 4
    bytesRoom >= 0 && {
      var (before, i) = (0, 0)
      while (i <= count && int(at + i * 4L) >= before) {
        before = int(at + i * 4L)
        i += 1
      }
      i > count && before <= bytesRoom
    }
  }

  private def areSound(kind: ColumnKind, entry: BatchLayout.Entry, at: Long): Boolean = {
    def offset(i: Int): Int =
      if (entry.encoding == BatchLayout.FixedLength) i * entry.parameter else (rows + 1) * 4 + int(at + i * 4L)
    var i = 0
    while (i < rows && (isNull(entry, i) || isSound(kind, at + offset(i), offset(i + 1) - offset(i)))) i += 1
    i == rows
  }

  private def isSound(kind: ColumnKind, at: Long, length: Int): Boolean = kind match {
    case ColumnKind.IntervalColumn => length >= 16
    case _ => length >= 4 && int(at) >= 0 && int(at) <= length - 4
  }

  private def isNull(entry: BatchLayout.Entry, row: Int): Boolean = entry.nulls > 0 &&
    (Platform.getLong(
      bytes,
      Platform.BYTE_ARRAY_OFFSET + entry.offset + ((row >> 6).toLong << 3)
    ) & (1L << (row & 63))) != 0L

  private def int(at: Long): Int = Platform.getInt(bytes, Platform.BYTE_ARRAY_OFFSET + at)
}
