package okibi.core.reuse

import scala.collection.mutable

import okibi.core.block.BlockKey
import okibi.core.policy.{Knowledge, PolicySpec, RecordedPolicy, ReplayCache}

/** Replays recorded jobs in one executor whose storage memory a policy manages, and counts the bytes that move between
  * memory and disk. Blocks have half as many bytes on disk as in memory. The policy knows what the driver foresees from
  * the same events. Every task reads the cached partitions of its stage in turn, and makes those that are missing.
  */
private[reuse] final class JobReplay(recorded: RecordedJobs, spec: PolicySpec, capacityBytes: Long) {
  import JobReplay._

  private val foreknowledge = new Foreknowledge
  private val view = new ReuseView
  private val policy = new RecordedPolicy(spec.make(new Estimates), recorded.bytes)
  private val memory = new ReplayCache(policy, capacityBytes, recorded.bytes, tasks = 0)
  private val onDisk = mutable.Set.empty[BlockKey]
  private val materialised = mutable.Set.empty[Int]
  private var moved = 0L

  /** Bytes that were written to disk and read from there. */
  def movedBytes: Long = {
    recorded.events.foreach { event =>
      replay(event)
      view.update(foreknowledge.snapshot())
    }
    moved
  }

  private def replay(event: DriverEvent): Unit = event match {
    case DriverEvent.JobStarted(job) => foreknowledge.jobStarted(job)
    case DriverEvent.StageSubmitted(stage) => foreknowledge.stageSubmitted(stage)
    case DriverEvent.TaskEnded(stage, partition) =>
      val use = useOf(stage)
      val blocks = (use.reads ++ use.writes).map(BlockKey(_, partition)).filter(recorded.bytes.contains)
      blocks.foreach { block =>
        view.onRead(block, stage)
        read(block, blocks.toSet)
      }
    case DriverEvent.StageCompleted(stage) =>
      materialised ++= useOf(stage).writes
      foreknowledge.stageCompleted(stage)
    case DriverEvent.JobEnded(job) => foreknowledge.jobEnded(job)
    case DriverEvent.Unpersisted(rdd) =>
      foreknowledge.unpersisted(rdd)
      memory.unpersist(rdd)
      onDisk --= onDisk.filter(_.rdd == rdd)
      view.forget(rdd)
  }

  private def useOf(stage: Int): StageUse = new StageTraversal(recorded.stages(stage)).use(materialised)

  /** Reads a block, and writes those that left memory or did not enter it. */
  private def read(block: BlockKey, together: Set[BlockKey]): Unit = {
    val before = policy.resident.toSet
    if (!memory.read(block, together) && onDisk(block)) moved += diskBytes(block)
    (before + block -- policy.resident).foreach(write)
  }

  private def write(block: BlockKey): Unit = if (onDisk.add(block)) moved += diskBytes(block)

  private def diskBytes(block: BlockKey): Long = recorded.bytes(block) / 2

  private final class Estimates extends Knowledge {
    override def readsAhead(block: BlockKey): Double = view.readsAhead(block)
    override def stagesAhead(block: BlockKey): Double = view.stagesAhead(block)
    override def reloadNs(block: BlockKey): Double = reloadNsPerByte * bytes(block)
    override def computeNs(block: BlockKey): Double = computeNsPerByte * bytes(block)
    override def bytes(block: BlockKey): Long = recorded.bytes(block)
    override def peers(block: BlockKey): Seq[BlockKey] = view.peers(block)
  }
}

private object JobReplay {
  private val reloadNsPerByte = 2.0
  private val computeNsPerByte = 10.0
}
