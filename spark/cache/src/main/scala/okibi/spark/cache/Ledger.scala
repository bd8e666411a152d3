package okibi.spark.cache

import java.util
import java.util.concurrent.ConcurrentHashMap

import scala.collection.mutable.ArrayBuffer

import okibi.core.admission.{AdmissionDecision, AdmissionRequest, AdmissionResidents, StandingRefusals, VictimSelection}
import okibi.core.block.{Access, BlockKey, Tier}
import okibi.core.cost.CostBook
import okibi.core.metric.{CacheMetrics, Counters}
import okibi.core.policy.{Knowledge, Policy, PolicySpec, StandingOrderPolicy}
import okibi.core.reuse.ReuseView

import org.apache.spark.memory.MemoryMode

/** Everything that this executor knows about cached partitions: which of them are in memory, what it costs to have them
  * back, and how often they will be read. Also holds the policy that ranks them.
  *
  * Thread-safe. The monitor of this object guards the policy. It is taken under the lock of Spark's memory manager when
  * memory is taken back, so it is held for computations only: never for I/O, nor while the memory manager is called.
  * The longest computation ranks all residents, 30 ms for a hundred thousand; [[StandingOrderPolicy]] makes it rare.
  */
private[cache] final class Ledger(
    spec: PolicySpec,
    val reuse: ReuseView,
    val costs: CostBook,
    counters: Counters,
    forgotten: Int => Unit
) extends Knowledge
    with AdmissionResidents {

  private val residents = new ConcurrentHashMap[BlockKey, Resident]
  private val diskLevels = new ConcurrentHashMap[Int, java.lang.Boolean]
  private val residentCounts = new ConcurrentHashMap[Int, Integer]
  private val computedOnce = new ConcurrentHashMap[Int, util.BitSet]
  override val policy: Policy = StandingOrderPolicy.of(spec.make(this), () => residents.size, () => reuse.version)
  private val refusals = new StandingRefusals

  // ---- knowledge

  override def readsAhead(block: BlockKey): Double = reuse.readsAhead(block)
  override def stagesAhead(block: BlockKey): Double = {
    val stages = reuse.stagesAhead(block)
    if (stages.isNaN) Double.PositiveInfinity else stages
  }
  override def peers(block: BlockKey): Seq[BlockKey] = reuse.peers(block)
  override def computeNs(block: BlockKey): Double = costs.computeNs(block)
  override def reloadNs(block: BlockKey): Double = costs.reloadNs(block, hasDisk(block))

  override def bytes(block: BlockKey): Long = residents.get(block) match {
    case null => costs.memoryBytes(block).getOrElse(1L)
    case resident => resident.bytes
  }

  private def hasDisk(block: BlockKey): Boolean = diskLevels.getOrDefault(block.rdd, java.lang.Boolean.FALSE)

  // ---- what happens

  /** Notes whether blocks of an RDD are written to disk when they are dropped, as soon as that is known. */
  def levelSeen(rdd: Int, hasDisk: Boolean): Unit = diskLevels.put(rdd, hasDisk)

  def record(access: Access): Unit = {
    counters.increment(access.tier match {
      case Tier.Memory => CacheMetrics.memoryHits
      case Tier.Disk => CacheMetrics.diskHits
      case Tier.Remote => CacheMetrics.remoteHits
      case Tier.Computed => if (firstComputed(access.block)) CacheMetrics.computed else CacheMetrics.recomputed
    })
    reuse.onRead(access.block, access.stage)
    synchronized(policy.onRead(access.block))
  }

  private def firstComputed(block: BlockKey): Boolean = {
    val seen = computedOnce.computeIfAbsent(block.rdd, _ => new util.BitSet)
    seen.synchronized {
      val first = !seen.get(block.partition)
      seen.set(block.partition)
      first
    }
  }

  def entered(block: BlockKey, resident: Resident): Unit = {
    costs.sized(block, resident.bytes)
    synchronized {
      if (residents.put(block, resident) == null) residentCounts.merge(block.rdd, 1, (a: Integer, b: Integer) => a + b)
      policy.onPut(block)
    }
  }

  /** @return the resident, or null if it was not known to be in memory */
  def left(block: BlockKey): Resident = synchronized {
    val resident = residents.remove(block)
    if (resident != null) {
      residentCounts.computeIfPresent(block.rdd, (_: Int, n: Integer) => if (n > 1) n - 1 else null)
      policy.onDrop(block)
    }
    resident
  }

  /** Forgets an RDD that was unpersisted: none of its blocks is in memory, and the last one did not leave to make room.
    */
  def forgetIfGone(rdd: Int): Unit = synchronized {
    if (!residentCounts.containsKey(rdd)) {
      reuse.forget(rdd)
      costs.forget(rdd)
      diskLevels.remove(rdd)
      computedOnce.remove(rdd)
      policy.onForget(rdd)
      forgotten(rdd)
    }
  }

  def resident(block: BlockKey): Option[Resident] = Option(residents.get(block))

  // ---- decisions

  /** Decides while no resident comes or goes, and notes a refusal that stands for a while. */
  def overResidents(
      request: AdmissionRequest,
      decide: AdmissionResidents => AdmissionDecision
  ): AdmissionDecision = synchronized {
    val startNs = System.nanoTime()
    val decision = decide(this)
    if (decision.standing) refusals.note(request.block.rdd, request.offHeap, startNs, System.nanoTime())
    decision
  }

  override def refusalStands(rdd: Int, offHeap: Boolean): Boolean = refusals.stands(rdd, offHeap, System.nanoTime())

  override def residentBytes(block: BlockKey, offHeap: Boolean): Long = residents.get(block) match {
    case null => 0L
    case resident => if ((resident.mode == MemoryMode.OFF_HEAP) == offHeap) resident.bytes else 0L
  }

  /** Residents in the order in which they are dropped, with at least `bytes` together where the residents have as many
    * bytes.
    */
  def order(bytes: Long, mode: MemoryMode, mayGo: Resident => Boolean): Seq[BlockKey] = synchronized {
    VictimSelection.select(bytes, victims(mayGo), bytesIn(mode), _ => true, stopsAtFirst = false)
  }

  /** Residents that `block` may push out and that can be dropped without I/O. */
  def freeVictims(block: BlockKey, bytes: Long, mode: MemoryMode): Seq[BlockKey] = synchronized {
    VictimSelection.select(bytes, victims(_.dropsFree), bytesIn(mode), policy.replaces(block, _), policy.ranked)
  }

  private def victims(mayGo: Resident => Boolean): Iterator[BlockKey] = policy.victims.filter { block =>
    val resident = residents.get(block)
    resident != null && mayGo(resident)
  }

  /** All residents, in no particular order. */
  def allResidents: Seq[(BlockKey, Resident)] = {
    val all = new ArrayBuffer[(BlockKey, Resident)]
    residents.forEach((block, resident) => all += block -> resident)
    all.toList
  }

  private def bytesIn(mode: MemoryMode): BlockKey => Long = residentBytes(_, mode == MemoryMode.OFF_HEAP)
}
