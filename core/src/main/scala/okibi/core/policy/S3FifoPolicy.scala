package okibi.core.policy

import java.util

import okibi.core.block.BlockKey

/** S3-FIFO: a small queue on probation, a main queue with second chances, and ghosts. */
object S3FifoPolicy {

  /** Share of the resident bytes that the small queue keeps before its blocks go first; the paper's choice. */
  private val SmallShare = 0.1

  /** Reads that are counted; the paper's two bits. */
  private val MostReads = 3

  /** Ghosts are as many as there are resident blocks, but may always be this many. */
  private val GhostsAtLeast = 1024

  val spec: PolicySpec = PolicySpec(
    name = "s3fifo",
    rule =
      "newcomers wait in a small queue, a tenth of the bytes, and leave memory at its end unless they were read twice " +
        "there; what was read twice, or comes back soon after it left, enters the main queue, whose eldest block goes unless " +
        "it was read; an RDD never pushes out its own blocks",
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

  // All three in the order of arrival.
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

  /** Promotions and second chances are given here and not when a block is dropped, because an unpersist, too, drops
    * blocks. Asking twice gives them once: it stops when the front of the queue that is due has no chance left.
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
    def waiting = those(small)(_.reads <= 1)
    def kept = those(main)(_.reads == 0) ++
      those(small)(_.reads > 1) ++ // would be in the main queue by then
      (1 to MostReads).iterator.flatMap(reads => those(main)(_.reads == reads))
    if (smallIsDue) waiting ++ kept else kept ++ waiting
  }

  private def those(queue: util.Map[BlockKey, Entry])(which: Entry => Boolean): Iterator[BlockKey] =
    new CollectionIterator(queue.entrySet).filter(in => which(in.getValue)).map(_.getKey)

  override def replaces(candidate: BlockKey, victim: BlockKey): Boolean = candidate.rdd != victim.rdd
  override def tracked: Int = small.size + main.size + ghosts.size
}
