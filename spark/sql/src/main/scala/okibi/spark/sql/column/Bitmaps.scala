package okibi.spark.sql.column

import org.apache.spark.unsafe.Platform

/** Bits outside the heap, the lowest of a byte first. Bitmaps of Okibi and of Arrow have them in this order on every
  * machine that Spark runs on. Stateless.
  */
private[column] object Bitmaps {
  def set(bitmap: Long, bit: Int): Unit = {
    val place = bitmap + (bit >>> 3)
    Platform.putByte(null, place, (Platform.getByte(null, place) | (1 << (bit & 7))).toByte)
  }

  /** Sets `count` bits one after another. */
  def setAll(bitmap: Long, from: Int, count: Int): Unit = {
    val end = from + count
    var bit = from
    while (bit < end && (bit & 7) != 0) {
      set(bitmap, bit)
      bit += 1
    }
    val bytes = (end - bit) >>> 3
    if (bytes > 0) Platform.setMemory(bitmap + (bit >>> 3), 0xff.toByte, bytes.toLong)
    bit += bytes << 3
    while (bit < end) {
      set(bitmap, bit)
      bit += 1
    }
  }

  /** Sets each bit of `to` whose bit in `from` is not set. Both begin at a byte; the bits of `to` behind the end are
    * zero. Returns how many were not set.
    */
  def copyInverted(from: Long, count: Int, to: Long): Int = {
    val bytes = count >>> 3
    var unset = 0
    var i = 0
    while (i < bytes) {
      val byte = ~Platform.getByte(null, from + i) & 0xff
      Platform.putByte(null, to + i, byte.toByte)
      unset += 8 - Integer.bitCount(byte)
      i += 1
    }
    val rest = count & 7
    if (rest > 0) {
      val byte = ~Platform.getByte(null, from + bytes) & ((1 << rest) - 1)
      Platform.putByte(null, to + bytes, byte.toByte)
      unset += rest - Integer.bitCount(byte)
    }
    unset
  }
}
