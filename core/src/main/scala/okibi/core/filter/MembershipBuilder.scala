package okibi.core.filter

/** Builds a [[Membership]] from a stream of hashes: an exact set for few hashes, a Bloom filter for more. Allocates
  * nothing for a hash. Takes a kilobyte for few keys, and at most 10 MB by default. Not thread-safe.
  *
  * @param exactKeys  the most different hashes of an exact set; at most `tableKeys`
  * @param exactSpare the false positives of an exact set are one in 2^`exactSpare`
  * @param bitsPerKey the bits for each key in a Bloom filter; 16 give one false positive in some thousand
  * @param tableKeys  the most hashes that the builder keeps one by one, so that the filter has the size for their
  *                   number
  * @throws IllegalArgumentException when `exactKeys` exceeds `tableKeys`
  */
final class MembershipBuilder(
    exactKeys: Int = MembershipBuilder.exactKeys,
    exactSpare: Int = MembershipBuilder.exactSpare,
    bitsPerKey: Double = MembershipBuilder.bitsPerKey,
    tableKeys: Int = MembershipBuilder.tableKeys
) {
  import MembershipBuilder._

  require(
    exactKeys <= tableKeys,
    s"MembershipBuilder: got $exactKeys exact keys, allowed is at most $tableKeys. Raise tableKeys or lower exactKeys."
  )

  private var table = new Array[Long](64)
  private var hasZero = false
  private var keys = 0
  private var bloom: Array[Int] = _

  /** The number of different hashes up to now. Above some ten thousand it is an estimate, which is slightly too low. */
  def distinct: Int = keys

  def add(hash: Long): Unit =
    if (bloom ne null) addToBloom(hash)
    else if (hash == 0L) {
      if (!hasZero) keys += 1
      hasZero = true
    } else if (insert(table, hash)) {
      keys += 1
      if (keys * 2 > table.length) grow()
    }

  /** The filter of all added hashes. Do not use the builder afterwards. */
  def result(): Membership =
    if (bloom ne null) {
      var filter = SplitBlockBloom.ofWords(bloom)
      while (filter.sizeBytes / 2 * 8L >= keys * bitsPerKey) filter = filter.folded.get
      filter
    } else if (keys <= exactKeys) {
      val hashes = tableHashes
      ExactSet.of(hashes, ExactSet.bitsFor(keys, exactSpare))
    } else SplitBlockBloom.ofWords(bloomOfTable(SplitBlockBloom.blocksFor(keys, bitsPerKey)))

  /** The different hashes, if there are at most `limit` and the builder still keeps them one by one. */
  def hashes(limit: Int): Option[Array[Long]] = if ((bloom eq null) && keys <= limit) Some(tableHashes) else None

  private def addToBloom(hash: Long): Unit = if (SplitBlockBloom.add(bloom, hash)) {
    keys += 1
    if (keys > bloom.length * 32.0 / bitsPerKey && bloom.length < maxBloomWords) bloom = unfolded(bloom)
  }

  private def grow(): Unit =
    if (keys >= tableKeys) {
      bloom = bloomOfTable(firstBloomWords / SplitBlockBloom.words)
      table = null
    } else {
      val larger = new Array[Long](table.length * 2)
      table.foreach(hash => if (hash != 0L) insert(larger, hash))
      table = larger
    }

  private def bloomOfTable(blocks: Int): Array[Int] = {
    val filter = new Array[Int](blocks * SplitBlockBloom.words)
    table.foreach(hash => if (hash != 0L) SplitBlockBloom.add(filter, hash))
    if (hasZero) SplitBlockBloom.add(filter, 0L)
    filter
  }

  private def tableHashes: Array[Long] = {
    val found = new Array[Long](keys)
    var size = if (hasZero) 1 else 0
    table.foreach { hash =>
      if (hash != 0L) {
        found(size) = hash
        size += 1
      }
    }
    found
  }
}

object MembershipBuilder {
  val exactKeys: Int = 4096
  val exactSpare: Int = 24
  val bitsPerKey: Double = 16

  val tableKeys: Int = 1 << 15

  /** 2 MB at first, 8 MB at most. */
  private val firstBloomWords = 1 << 19
  private val maxBloomWords = 1 << 21

  /** Inserts a hash by open addressing with linear probing; zero marks a free slot. Returns whether the hash is new. */
  private def insert(table: Array[Long], hash: Long): Boolean = {
    val mask = table.length - 1
    var at = (hash ^ (hash >>> 32)).toInt & mask
    while (table(at) != 0L && table(at) != hash) at = (at + 1) & mask
    val isNew = table(at) == 0L
    table(at) = hash
    isNew
  }

  /** Twice the blocks, each copied to two neighbours, so that folding would give the old blocks again. */
  private def unfolded(bloom: Array[Int]): Array[Int] = {
    val larger = new Array[Int](bloom.length * 2)
    var at = 0
    while (at < bloom.length) {
      System.arraycopy(bloom, at, larger, at * 2, SplitBlockBloom.words)
      System.arraycopy(bloom, at, larger, at * 2 + SplitBlockBloom.words, SplitBlockBloom.words)
      at += SplitBlockBloom.words
    }
    larger
  }
}
