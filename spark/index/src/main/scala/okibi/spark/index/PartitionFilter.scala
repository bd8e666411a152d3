package okibi.spark.index

import okibi.core.filter.Membership
import okibi.spark.shims.SparkBloom

/** The filter of one partition as bytes: a [[Membership]] whose note tells the kinds of numbers among its keys. */
private[index] object PartitionFilter {

  def encode(membership: Membership, kinds: Int): Array[Byte] = {
    val bytes = membership.encode
    bytes(Membership.noteAt) = kinds.toByte
    bytes
  }

  def kinds(filter: Array[Byte]): Int = filter(Membership.noteAt).toInt

  /** @throws okibi.core.filter.DamagedFilter when the bytes are no filter */
  def membership(filter: Array[Byte]): Membership = SparkBloom.orMembership(filter)

  /** The filter in at most `maxBytes` bytes; None if such a filter would rule out almost nothing. */
  def fitted(filter: Array[Byte], maxBytes: Int): Option[Array[Byte]] =
    if (filter.length <= maxBytes) Some(filter) else membership(filter).shrunkTo(maxBytes).map(encode(_, kinds(filter)))
}
