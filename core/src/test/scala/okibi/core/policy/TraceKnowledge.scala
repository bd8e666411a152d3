package okibi.core.policy

import okibi.core.block.BlockKey

/** Knowledge from a trace, with or without its future.
  *
  * @param foreseen whether uses and distances are known exactly; otherwise they are unknown
  */
final class TraceKnowledge(trace: Trace, foreseen: Boolean) extends Knowledge {
  private val stageAt: Array[Int] =
    trace.events.scanLeft(0)((stage, event) => if (event == TraceEvent.Stage) stage + 1 else stage).tail.toArray
  private val readsOf: Map[BlockKey, Array[Int]] = trace.events.zipWithIndex
    .collect { case (TraceEvent.Read(block), at) => block -> at }
    .groupBy(_._1)
    .map { case (block, reads) => block -> reads.map(_._2).toArray }
  private var now = -1

  /** Sets the index of the current event. Reads after it are the future. */
  def advance(to: Int): Unit = now = to

  private def readsSoFar(block: BlockKey): Int = {
    val found = java.util.Arrays.binarySearch(readsOf(block), now)
    if (found >= 0) found + 1 else -found - 1
  }

  override def readsAhead(block: BlockKey): Double =
    if (foreseen) (readsOf(block).length - readsSoFar(block)).toDouble else Double.NaN

  override def stagesAhead(block: BlockKey): Double = {
    val reads = readsOf(block)
    val next = readsSoFar(block)
    if (foreseen && next < reads.length) (stageAt(reads(next)) - stageAt(math.max(now, 0))).toDouble
    else Double.PositiveInfinity
  }

  override def reloadNs(block: BlockKey): Double = trace.blocks(block).reloadNs.toDouble
  override def computeNs(block: BlockKey): Double = trace.blocks(block).computeNs.toDouble
  override def bytes(block: BlockKey): Long = trace.blocks(block).bytes
  override def peers(block: BlockKey): Seq[BlockKey] = trace.peers(block)
}
