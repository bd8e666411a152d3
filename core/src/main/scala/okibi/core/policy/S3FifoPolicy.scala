package okibi.core.policy

import java.util

import okibi.core.block.BlockKey

/** S3-FIFO: a small queue for newcomers, a main queue with second chances, and a queue of ghosts, which are the keys of
  * blocks that left the small queue.
  */
object S3FifoPolicy {

  /** The share of the resident bytes up to which the small queue is spared; the paper's choice. */
  private val SmallShare = 0.1

  /** The highest read count; the paper's two bits. */
  private val MostReads = 3

  /** The number of ghosts is limited to the number of resident blocks, or to this number where that is larger. */
  private val GhostsAtLeast = 1024

  val spec: PolicySpec = PolicySpec(
    name = "s3fifo",
    rule =
      "newcomers enter a small queue, a tenth of the bytes, and are evicted at its end unless they were read twice " +
        "there. Blocks that were read twice, or that return soon after their eviction, enter the main queue. The " +
        "main queue evicts its eldest block unless that was read; an RDD never evicts its own blocks",
    inputs = "reads while in memory; bytes",
    source = "Yang, Zhang, Qiu, Yue, Rashmi: FIFO queues are all you need for cache eviction, SOSP 2023",
    make = knowledge => new S3FifoPolicy(knowledge)
  )

  private final class Entry(val bytes: Long) {
    var reads = 0
  }
}

private final class S3FifoPolicy(knowledge: Knowledge) extends Policy {
  import S3FifoPolicy._

  // The order of all three queues is the order of arrival.
  private val small = new util.LinkedHashMap[BlockKey, Entry]
  private val main = new util.LinkedHashMap[BlockKey, Entry]
  private val ghosts = new util.LinkedHashMap[BlockKey, BlockKey]
  private var smallBytes = 0L
  private var mainBytes = 0L

  override def onRead(block: BlockKey): Unit = {
    val entry = if (small.containsKey(block)) small.get(block) else main.get(block)
    if (entry != null) entry.reads = math.min(MostReads, entry.reads + 1)
  }

  override def onPut(block: BlockKey): Unit = {
    remove(block)
    val entry = new Entry(knowledge.bytes(block))
    if (ghosts.remove(block) != null) toMain(block, entry)
    else {
      small.put(block, entry)
      smallBytes += entry.bytes
    }
  }

  override def onDrop(block: BlockKey): Unit = {
    if (small.containsKey(block)) ghosts.put(block, block)
    remove(block)
    while (ghosts.size > math.max(GhostsAtLeast, small.size + main.size)) ghosts.remove(ghosts.keySet.iterator().next())
  }

  override def onForget(rdd: Int): Unit = {
    small.keySet.removeIf(_.rdd == rdd)
    main.keySet.removeIf(_.rdd == rdd)
    ghosts.keySet.removeIf(_.rdd == rdd)
    smallBytes = bytesIn(small)
    mainBytes = bytesIn(main)
  }

  private def bytesIn(queue: util.Map[BlockKey, Entry]): Long = {
    var bytes = 0L
    queue.values.forEach(entry => bytes += entry.bytes)
    bytes
  }

  private def remove(block: BlockKey): Unit = {
    val inSmall = small.remove(block)
    if (inSmall != null) smallBytes -= inSmall.bytes
    val inMain = main.remove(block)
    if (inMain != null) mainBytes -= inMain.bytes
  }

  private def toMain(block: BlockKey, entry: Entry): Unit = {
    main.put(block, entry)
    mainBytes += entry.bytes
  }

  private def smallIsDue: Boolean = main.isEmpty || smallBytes > SmallShare * (smallBytes + mainBytes)

  /** Grants promotions and second chances. This does not happen in `onDrop`, because an unpersist drops blocks too. A
    * second call changes nothing: the method stops at a front block without a chance.
    */
  private def settle(): Unit = {
    var settled = small.isEmpty && main.isEmpty
    while (!settled) {
      val due = if (smallIsDue && !small.isEmpty) small else main
      val front = due.entrySet.iterator().next()
      val block = front.getKey
      val entry = front.getValue
      if ((due eq small) && entry.reads > 1) {
        remove(block)
        entry.reads = 0
        toMain(block, entry)
      } else if ((due eq main) && entry.reads > 0) {
        main.remove(block)
        entry.reads -= 1
        main.put(block, entry)
      } else settled = true
    }
  }

  override def victims: Iterator[BlockKey] = {
    settle()
    def onProbation = blocksOf(small)(_.reads <= 1)
    def promoted = blocksOf(main)(_.reads == 0) ++
      blocksOf(small)(_.reads > 1) ++ // they would be in the main queue by then
      (1 to MostReads).iterator.flatMap(reads => blocksOf(main)(_.reads == reads))
    if (smallIsDue) onProbation ++ promoted else promoted ++ onProbation
  }

  private def blocksOf(queue: util.Map[BlockKey, Entry])(matches: Entry => Boolean): Iterator[BlockKey] =
    new CollectionIterator(queue.entrySet).filter(item => matches(item.getValue)).map(_.getKey)

  override def replaces(candidate: BlockKey, victim: BlockKey): Boolean = candidate.rdd != victim.rdd
  override def tracked: Int = small.size + main.size + ghosts.size
}
