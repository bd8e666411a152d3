package okibi.core.reuse

import scala.collection.mutable

import okibi.core.block.BlockKey
import okibi.core.policy.{Knowledge, PolicySpec}

/** Replays recorded jobs in one executor whose storage memory a policy manages, and counts the bytes that move between
  * memory and disk. Blocks have half as many bytes on disk as in memory. The policy knows what the driver foresees from
  * the same events. Every task reads the cached partitions of its stage in turn, and makes those that are missing.
  */
private[reuse] final class JobReplay(recorded: RecordedJobs, spec: PolicySpec, capacityBytes: Long) {
  import JobReplay._

  private val foreknowledge = new Foreknowledge
  private val view = new ReuseView
  private val policy = spec.make(new Estimates)
  private val inMemory, onDisk = mutable.Set.empty[BlockKey]
  private val materialised = mutable.Set.empty[Int]
  private var usedBytes, moved = 0L

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
        policy.onRead(block)
        view.onRead(block, stage)
        read(block, held = blocks.toSet)
      }
    case DriverEvent.StageCompleted(stage) =>
      materialised ++= useOf(stage).writes
      foreknowledge.stageCompleted(stage)
    case DriverEvent.JobEnded(job) => foreknowledge.jobEnded(job)
    case DriverEvent.Unpersisted(rdd) =>
      foreknowledge.unpersisted(rdd)
      inMemory.filter(_.rdd == rdd).toList.foreach(drop)
      onDisk.filter(_.rdd == rdd).toList.foreach(onDisk.remove)
      policy.onForget(rdd)
      view.forget(rdd)
  }

  private def useOf(stage: Int): StageUse = new StageTraversal(recorded.stages(stage)).use(materialised)

  /** @param held blocks that the task uses, which stay */
  private def read(block: BlockKey, held: Set[BlockKey]): Unit = if (!inMemory(block)) {
    if (onDisk(block)) moved += diskBytes(block)
    victimsFor(block, held) match {
      case Some(victims) =>
        victims.foreach { victim =>
          write(victim)
          drop(victim)
        }
        inMemory += block
        usedBytes += recorded.bytes(block)
        policy.onPut(block)
      case None => write(block)
    }
  }

  /** The blocks that make room; None if the block has to stay outside. */
  private def victimsFor(block: BlockKey, held: Set[BlockKey]): Option[Seq[BlockKey]] = {
    val found = mutable.ArrayBuffer.empty[BlockKey]
    var missingBytes = recorded.bytes(block) - (capacityBytes - usedBytes)
    val victims = policy.victims.filterNot(held)
    var isRefused = false
    while (missingBytes > 0 && !isRefused && victims.hasNext) {
      val victim = victims.next()
      if (policy.replaces(block, victim)) {
        found += victim
        missingBytes -= recorded.bytes(victim)
      } else isRefused = policy.ranked
    }
    if (missingBytes > 0) None else Some(found.toSeq)
  }

  private def write(block: BlockKey): Unit = if (onDisk.add(block)) moved += diskBytes(block)

  private def drop(block: BlockKey): Unit = {
    inMemory -= block
    usedBytes -= recorded.bytes(block)
    policy.onDrop(block)
  }

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
