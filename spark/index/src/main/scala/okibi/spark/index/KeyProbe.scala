package okibi.spark.index

import okibi.core.filter.{HashedKinds, SortedHashes, ValueHash}

/** Keys that are asked for, as hashes. */
private[index] final class KeyProbe private (hashes: SortedHashes, seen: Int, large: Boolean) extends Serializable {

  /** How many different keys. */
  def keys: Int = hashes.size

  /** Whether a partition with that filter may hold one of the keys. */
  def mayMatch(filter: Array[Byte]): Boolean =
    !new HashedKinds(seen, large)
      .comparableWith(PartitionFilter.kinds(filter)) || PartitionFilter.membership(filter).mayContainAny(hashes)
}

private[index] object KeyProbe {

  /** Nothing when a key is of a class that has no stable hash: then every partition may hold it. */
  def of(keys: Iterator[Any]): Option[KeyProbe] = {
    val hash = new ValueHash
    val hashes = keys.map(hash.of).toArray
    if (hash.isRefused) None else Some(new KeyProbe(SortedHashes.of(hashes), hash.kinds.seen, hash.kinds.large))
  }
}
