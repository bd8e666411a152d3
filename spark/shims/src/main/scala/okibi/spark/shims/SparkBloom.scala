package okibi.spark.shims

import java.io.{ByteArrayInputStream, ByteArrayOutputStream, IOException}

import okibi.core.filter.{DamagedFilter, Membership}

import org.apache.spark.util.sketch.BloomFilter

/** Spark's own Bloom filter of hashes. The paper on filters of cached partitions used it; it is here for comparison.
  * Its bytes may differ between versions of Spark, but an application runs on one version.
  */
final class SparkBloom private (bytes: Array[Byte], bloom: BloomFilter) extends Membership {
  override def mayContain(hash: Long): Boolean = bloom.mightContainLong(hash)
  override def sizeBytes: Int = bytes.length
  override def falsePositiveRate: Double = bloom.expectedFpp()
  override def shrunkTo(maxBytes: Int): Option[Membership] = if (sizeBytes <= maxBytes) Some(this) else None
  override def encode: Array[Byte] = bytes
}

object SparkBloom {

  /** The kind that marks these bytes, in the place where [[Membership]] puts its kinds. */
  private final val kind = 100

  private val falsePositives = 0.03
  private val headerBytes = 8

  def of(hashes: Array[Long]): SparkBloom = {
    val bloom = BloomFilter.create(math.max(1, hashes.length).toLong, falsePositives)
    hashes.foreach(hash => bloom.putLong(hash))
    val out = new ByteArrayOutputStream
    out.write(Array[Byte](Membership.version, kind.toByte, 0, 0, 0, 0, 0, 0), 0, headerBytes)
    bloom.writeTo(out)
    new SparkBloom(out.toByteArray, bloom)
  }

  /** Decodes the bytes of a filter of either kind.
    *
    * @throws okibi.core.filter.DamagedFilter when the bytes are no filter
    */
  def orMembership(bytes: Array[Byte]): Membership =
    if (bytes.length > 1 && bytes(1) == kind) over(bytes) else Membership.decode(bytes)

  private def over(bytes: Array[Byte]): SparkBloom =
    try
      new SparkBloom(
        bytes,
        BloomFilter.readFrom(new ByteArrayInputStream(bytes, headerBytes, bytes.length - headerBytes))
      )
    catch { case e: IOException => throw new DamagedFilter(s"Spark's Bloom filter cannot be read: $e") }
}
