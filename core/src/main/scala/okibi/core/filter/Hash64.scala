package okibi.core.filter

import java.nio.{ByteBuffer, ByteOrder}

/** 64-bit hashes that are the same in every JVM, for membership filters. Thread-safe: has no state. */
object Hash64 {

  /** The finalizer of MurmurHash3 (Appleby, public domain): a bijection, so different longs have different hashes. */
  def ofLong(value: Long): Long = {
    var h = value ^ seed
    h = (h ^ (h >>> 33)) * 0xff51afd7ed558ccdL
    h = (h ^ (h >>> 33)) * 0xc4ceb9fe1a85ec53L
    h ^ (h >>> 33)
  }

  /** The hash of a sequence, from the hash of its earlier parts and the hash of the next part. Depends on the order. */
  def combine(hash: Long, next: Long): Long = ofLong(hash * prime3 + next)

  /** The hash of the UTF-16 units of a text, which differs from the hash of the text's bytes. */
  def ofChars(text: CharSequence): Long = {
    val length = text.length
    var h = length.toLong
    var i = 0
    while (i < length) {
      h = h * prime1 + text.charAt(i)
      i += 1
    }
    ofLong(h)
  }

  def ofBytes(bytes: Array[Byte]): Long = ofBytes(bytes, 0, bytes.length)

  /** XXH64 of a range of bytes (Collet, xxHash, BSD-2), with a seed of zero. */
  def ofBytes(bytes: Array[Byte], offset: Int, length: Int): Long = {
    val in = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN)
    val end = offset + length
    var at = offset
    var h =
      if (length < 32) prime5
      else {
        var a = prime1 + prime2
        var b = prime2
        var c = 0L
        var d = -prime1
        while (at <= end - 32) {
          a = round(a, in.getLong(at))
          b = round(b, in.getLong(at + 8))
          c = round(c, in.getLong(at + 16))
          d = round(d, in.getLong(at + 24))
          at += 32
        }
        val all = rotate(a, 1) + rotate(b, 7) + rotate(c, 12) + rotate(d, 18)
        merge(merge(merge(merge(all, a), b), c), d)
      }
    h += length
    while (at <= end - 8) {
      h = rotate(h ^ round(0, in.getLong(at)), 27) * prime1 + prime4
      at += 8
    }
    if (at <= end - 4) {
      h = rotate(h ^ ((in.getInt(at) & 0xffffffffL) * prime1), 23) * prime2 + prime3
      at += 4
    }
    while (at < end) {
      h = rotate(h ^ ((bytes(at) & 0xff) * prime5), 11) * prime1
      at += 1
    }
    h = (h ^ (h >>> 33)) * prime2
    h = (h ^ (h >>> 29)) * prime3
    h ^ (h >>> 32)
  }

  private final val seed = 0x9e3779b97f4a7c15L
  private final val prime1 = 0x9e3779b185ebca87L
  private final val prime2 = 0xc2b2ae3d27d4eb4fL
  private final val prime3 = 0x165667b19e3779f9L
  private final val prime4 = 0x85ebca77c2b2ae63L
  private final val prime5 = 0x27d4eb2f165667c5L

  private def rotate(value: Long, by: Int): Long = java.lang.Long.rotateLeft(value, by)
  private def round(lane: Long, input: Long): Long = rotate(lane + input * prime2, 31) * prime1
  private def merge(hash: Long, lane: Long): Long = (hash ^ round(0, lane)) * prime1 + prime4
}
