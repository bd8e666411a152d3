package okibi.core.filter

import java.nio.{ByteBuffer, ByteOrder}

/** A filter of 64-bit hashes: it contains every hash that was added, and perhaps others. Immutable and thread-safe. */
abstract class Membership {

  /** Whether the hash may have been added; false only if it was not. */
  def mayContain(hash: Long): Boolean

  /** The bytes of the encoded form. The filter takes some tens of bytes more in memory. */
  def sizeBytes: Int

  /** The share of never added hashes for which [[mayContain]] is true. Costs a pass over the filter. */
  def falsePositiveRate: Double

  /** The same set with less precision, in at most `maxBytes`. None where it would rule out hardly any hash. */
  def shrunkTo(maxBytes: Int): Option[Membership]

  /** The bytes that [[Membership.decode]] reads. The array may be the filter's own; do not change it. */
  def encode: Array[Byte]

  /** Whether any of the hashes may have been added. Stops at the first that may. */
  def mayContainAny(hashes: SortedHashes): Boolean = {
    val all = hashes.values
    var i = 0
    while (i < all.length && !mayContain(all(i))) i += 1
    i < all.length
  }
}

object Membership {

  /** The version of the encoded form. Other versions cannot be decoded. */
  val version: Byte = 1

  /** A filter with a higher rate of false positives is not worth its bytes. */
  val uselessRate: Double = 0.8

  /** Decodes a filter.
    *
    * @throws DamagedFilter when the bytes are not the result of `encode`
    */
  def decode(bytes: Array[Byte]): Membership = {
    if (bytes.length < headerBytes)
      throw new DamagedFilter(s"got ${bytes.length} bytes, needed are at least $headerBytes")
    if (bytes(0) != version) throw new DamagedFilter(s"got version ${bytes(0)}, this build reads $version")
    bytes(1) match {
      case ExactSet.kind => ExactSet.over(bytes)
      case SplitBlockBloom.kind => SplitBlockBloom.over(bytes)
      case other =>
        throw new DamagedFilter(s"got kind $other, this build reads ${ExactSet.kind} and ${SplitBlockBloom.kind}")
    }
  }

  /** The share of partitions without any of the keys that a lookup of `keys` keys at once does not rule out. */
  def passRate(falsePositiveRate: Double, keys: Int): Double = 1 - math.pow(1 - falsePositiveRate, keys.toDouble)

  /** The position of a byte in the encoded form that filters ignore: its owner may store a note there. */
  val noteAt: Int = 3

  /** Version, kind, a byte for use by the kind, the note, then a little-endian count of four bytes. */
  private[filter] val headerBytes = 8

  private[filter] def buffer(bytes: Array[Byte]): ByteBuffer = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN)

  private[filter] def header(size: Int, kind: Byte, detail: Byte, count: Int): ByteBuffer =
    buffer(new Array[Byte](size)).put(0, version).put(1, kind).put(2, detail).putInt(4, count)
}

/** Bytes that are no membership filter of this version.
  *
  * @param problem the bytes that were found, and the bytes that are needed
  */
final class DamagedFilter(val problem: String)
    extends IllegalArgumentException(
      s"membership filter: $problem. Okibi drops the filter and reads its partition; there is nothing to do."
    )
