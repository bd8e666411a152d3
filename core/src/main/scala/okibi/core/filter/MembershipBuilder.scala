package okibi.core.filter

/** Makes a [[Membership]] of hashes that stream by: exact while they are few, else a Bloom filter. Allocates nothing for a
  * hash; holds a kilobyte for few keys and at most 10 MB by default. Not thread-safe.
  *
  * @param exactKeys  different hashes up to which the set is exact
  * @param exactSpare an exact set's false positives are one in 2^`exactSpare`
  * @param bitsPerKey of the Bloom filter, 16 for one false positive in some thousand
  * @param tableKeys  hashes up to which they are kept one by one, so that a filter is made for as many as there are
  */
final class MembershipBuilder(
    exactKeys: Int = MembershipBuilder.exactKeys,
    exactSpare: Int = MembershipBuilder.exactSpare,
    bitsPerKey: Double = MembershipBuilder.bitsPerKey,
    tableKeys: Int = MembershipBuilder.tableKeys
) {
  import MembershipBuilder._

  require(exactKeys <= tableKeys, s"MembershipBuilder: got $exactKeys exact keys, allowed are $tableKeys.")

  private var table = new Array[Long](64)
  private var hasZero = false
  private var keys = 0
  private var bloom: Array[Int] = _

  /** Different hashes so far; above some ten thousand an estimate, a little too low. */
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

  /** What was added. The builder is not to be used afterwards. */
  def result(): Membership =
    if (bloom ne null) {
      var filter = SplitBlockBloom.ofWords(bloom)
      while (filter.sizeBytes / 2 * 8L >= keys * bitsPerKey) filter = filter.folded.get
      filter
    } else if (keys <= exactKeys) {
      val hashes = tableHashes
      ExactSet.of(hashes, ExactSet.bitsFor(keys, exactSpare))
    } else SplitBlockBloom.ofWords(bloomOfTable(SplitBlockBloom.blocksFor(keys, bitsPerKey)))

  /** The different hashes, if there are at most `limit` of them and they are all known still. */
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

  /** 2 MB to begin with, 8 MB at most. */
  private val firstBloomWords = 1 << 19
  private val maxBloomWords = 1 << 21

  /** Open addressing with linear steps; zero marks a free place. */
  private def insert(table: Array[Long], hash: Long): Boolean = {
    val mask = table.length - 1
    var at = (hash ^ (hash >>> 32)).toInt & mask
    while (table(at) != 0L && table(at) != hash) at = (at + 1) & mask
    val isNew = table(at) == 0L
    table(at) = hash
    isNew
  }

  /** Twice the blocks, of which folding would give these again: what is in has its bits in both halves. */
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
