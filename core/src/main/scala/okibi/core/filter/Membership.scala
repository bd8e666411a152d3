package okibi.core.filter

import java.nio.{ByteBuffer, ByteOrder}

/** Which 64-bit hashes a set may contain: never says no for one that was added. Immutable, so threads may share it. */
abstract class Membership {
  def mayContain(hash: Long): Boolean

  /** Bytes of the encoded form, which is also what it occupies in memory besides some tens of bytes. */
  def sizeBytes: Int

  /** The share of hashes that were never added for which it says yes. Costs a pass over the filter. */
  def falsePositiveRate: Double

  /** The same set with less precision, in at most so many bytes; nothing where it would hardly ever say no. */
  def shrunkTo(maxBytes: Int): Option[Membership]

  /** The bytes that [[Membership.decode]] reads. They may be the filter's own: not to be changed. */
  def encode: Array[Byte]

  /** Whether any of the hashes may be contained. A filter with false positives ends early if there are many. */
  def mayContainAny(hashes: SortedHashes): Boolean = {
    val all = hashes.values
    var i = 0
    while (i < all.length && !mayContain(all(i))) i += 1
    i < all.length
  }
}

object Membership {

  /** Of the encoded form; another version is not read. */
  val version: Byte = 1

  /** A filter that says yes more often than this is not worth its bytes. */
  val uselessRate: Double = 0.8

  /** @throws DamagedFilter when the bytes are not what `encode` gave */
  def decode(bytes: Array[Byte]): Membership = {
    if (bytes.length < headerBytes) throw new DamagedFilter(s"it has ${bytes.length} bytes, the least is $headerBytes")
    if (bytes(0) != version) throw new DamagedFilter(s"its version is ${bytes(0)}, this build reads $version")
    bytes(1) match {
      case ExactSet.kind => ExactSet.over(bytes)
      case SplitBlockBloom.kind => SplitBlockBloom.over(bytes)
      case other =>
        throw new DamagedFilter(s"its kind is $other, known are ${ExactSet.kind} and ${SplitBlockBloom.kind}")
    }
  }

  /** The share of useless partitions that survive when so many keys are asked at once. */
  def passRate(falsePositiveRate: Double, keys: Int): Double = 1 - math.pow(1 - falsePositiveRate, keys.toDouble)

  /** Of a byte in the encoded form that means nothing here: whoever keeps the bytes may set it. */
  val noteAt: Int = 3

  /** Version, kind, a byte for the kind's use, the note, then a count of four bytes, little endian. */
  private[filter] val headerBytes = 8

  private[filter] def buffer(bytes: Array[Byte]): ByteBuffer = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN)

  private[filter] def header(size: Int, kind: Byte, detail: Byte, count: Int): ByteBuffer =
    buffer(new Array[Byte](size)).put(0, version).put(1, kind).put(2, detail).putInt(4, count)
}

/** Bytes that are no membership filter of this version. */
final class DamagedFilter(val what: String)
    extends IllegalArgumentException(
      s"membership filter: cannot be read: $what. It is left out; what it stood for is read instead."
    )
