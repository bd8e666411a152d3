package okibi.core.policy

import java.util.Random

import okibi.core.block.BlockKey

/** An event that a cache sees. */
sealed trait TraceEvent

object TraceEvent {
  final case class Read(block: BlockKey) extends TraceEvent
  case object Stage extends TraceEvent
  final case class Unpersist(rdd: Int) extends TraceEvent
}

/** The costs of a block, in memory or not. */
final case class BlockCost(bytes: Long, reloadNs: Long, computeNs: Long)

/** A run of a job as its cache sees it. No RDD is read after its unpersist.
  *
  * @param together RDDs of which the same task reads the partitions of the same number
  */
final case class Trace(blocks: Map[BlockKey, BlockCost], together: Set[Int], events: Vector[TraceEvent]) {
  val totalBytes: Long = blocks.valuesIterator.map(_.bytes).sum
  val rdds: Seq[Int] = blocks.keysIterator.map(_.rdd).toSeq.distinct.sorted

  def peers(block: BlockKey): Seq[BlockKey] =
    if (together(block.rdd)) (together - block.rdd).toSeq.map(BlockKey(_, block.partition)) else Nil

  def ++(next: Trace): Trace = Trace(blocks ++ next.blocks, together ++ next.together, events ++ next.events)

  /** The trace as text, with a line for each block, each RDD of `together` and each event. */
  def render: String = {
    val blockLines = blocks.toSeq.sortBy(_._1).map { case (key, cost) =>
      s"block ${key.rdd} ${key.partition} ${cost.bytes} ${cost.reloadNs} ${cost.computeNs}"
    }
    val eventLines = events.map {
      case TraceEvent.Read(block) => s"read ${block.rdd} ${block.partition}"
      case TraceEvent.Stage => "stage"
      case TraceEvent.Unpersist(rdd) => s"unpersist $rdd"
    }
    (blockLines ++ together.toSeq.sorted.map(rdd => s"together $rdd") ++ eventLines).mkString("", "\n", "\n")
  }
}

object Trace {
  val UnitBytes: Long = 1L << 20
  private val unit = BlockCost(UnitBytes, reloadNs = 1000000L, computeNs = 5000000L)

  def parse(text: String): Trace =
    text.linesIterator.map(_.split(' ').toList).foldLeft(Trace(Map.empty, Set.empty, Vector.empty)) {
      case (trace, List("block", rdd, partition, bytes, reloadNs, computeNs)) =>
        val cost = BlockCost(bytes.toLong, reloadNs.toLong, computeNs.toLong)
        trace.copy(blocks = trace.blocks + (BlockKey(rdd.toInt, partition.toInt) -> cost))
      case (trace, List("together", rdd)) => trace.copy(together = trace.together + rdd.toInt)
      case (trace, List("read", rdd, partition)) =>
        trace.copy(events = trace.events :+ TraceEvent.Read(BlockKey(rdd.toInt, partition.toInt)))
      case (trace, List("stage")) => trace.copy(events = trace.events :+ TraceEvent.Stage)
      case (trace, List("unpersist", rdd)) => trace.copy(events = trace.events :+ TraceEvent.Unpersist(rdd.toInt))
      case (_, line) =>
        throw new IllegalArgumentException(
          s"trace: got the line '${line.mkString(" ")}', allowed are lines that begin with block, together, read, " +
            "stage or unpersist. Correct the line."
        )
    }

  def unitBlocks(rdds: Seq[Int], partitions: Int): Map[BlockKey, BlockCost] =
    (for (rdd <- rdds; p <- 0 until partitions) yield BlockKey(rdd, p) -> unit).toMap

  /** Full scans of equal blocks. Each scan is a stage, and every task reads its partition of each RDD.
    *
    * @param jitter the most positions by which parallel tasks move a read from its place in the scan
    */
  def scans(rdds: Seq[Int], partitions: Int, passes: Int, jitter: Int = 0, seed: Long = 1): Trace = {
    val random = new Random(seed)
    val events = (0 until passes).flatMap(_ => TraceEvent.Stage +: pass(rdds, partitions, jitter, random))
    Trace(unitBlocks(rdds, partitions), if (rdds.size > 1) rdds.toSet else Set.empty, events.toVector)
  }

  def pass(rdds: Seq[Int], partitions: Int, jitter: Int, random: Random): Seq[TraceEvent] =
    (0 until partitions)
      .map(p => (p + random.nextInt(jitter + 1), p))
      .sorted
      .flatMap { case (_, p) => rdds.map(rdd => TraceEvent.Read(BlockKey(rdd, p))) }
}
