package okibi.spark.index

import okibi.core.filter.{HashedKinds, SortedHashes, ValueHash}

/** The keys of a question to filters, as hashes. */
private[index] final class KeyProbe private (hashes: SortedHashes, seen: Int, large: Boolean) extends Serializable {

  /** How many different keys there are. */
  def keys: Int = hashes.size

  /** Whether a partition with this filter may hold one of the keys. */
  def mayMatch(filter: Array[Byte]): Boolean =
    !new HashedKinds(seen, large)
      .comparableWith(PartitionFilter.kinds(filter)) || PartitionFilter.membership(filter).mayContainAny(hashes)
}

private[index] object KeyProbe {

  /** None if a key is of a class without a stable hash. Then every partition may hold it. */
  def of(keys: Iterator[Any]): Option[KeyProbe] = {
    val hash = new ValueHash
    val hashes = keys.map(hash.of).toArray
    if (hash.isRefused) None else Some(new KeyProbe(SortedHashes.of(hashes), hash.kinds.seen, hash.kinds.large))
  }
}
