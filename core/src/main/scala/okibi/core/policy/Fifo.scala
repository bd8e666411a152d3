package okibi.core.policy

import okibi.core.block.BlockKey

/** First in, first out, with Spark's rule that an RDD does not push out its own blocks. */
object Fifo {
  val spec: PolicySpec = PolicySpec(
    name = "fifo",
    rule = "the block that came into memory first goes first, however often it is read; an RDD never pushes out its own blocks",
    inputs = "puts",
    source = "textbook; offered for Spark in SPARK-14289",
    make = _ => new Fifo
  )
}

private final class Fifo extends Policy {
  private val resident = new Residents(byRead = false)

  override def onRead(block: BlockKey): Unit = ()
  override def onPut(block: BlockKey): Unit = resident.put(block)
  override def onDrop(block: BlockKey): Unit = resident.drop(block)
  override def onForget(rdd: Int): Unit = resident.forget(rdd)
  override def victims: Iterator[BlockKey] = resident.inOrder
  override def replaces(candidate: BlockKey, victim: BlockKey): Boolean = candidate.rdd != victim.rdd
  override def tracked: Int = resident.size
}
