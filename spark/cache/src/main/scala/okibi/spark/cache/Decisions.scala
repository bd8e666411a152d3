package okibi.spark.cache

import java.io.IOException
import java.util.concurrent.ConcurrentHashMap

import okibi.core.admission.{
  Admission,
  AdmissionDecision,
  AdmissionRequest,
  AdmissionResidents,
  AdmissionState,
  StorageMemory
}
import okibi.core.block.{Access, BlockKey, Tier}
import okibi.core.metric.{AdmissionMetrics, CacheMetrics, Counters}
import okibi.core.policy.Knowledge
import okibi.spark.shims.{BlockStore, StoreHooks}

import org.apache.spark.TaskContext
import org.apache.spark.memory.MemoryMode
import org.apache.spark.storage.{BlockId, RDDBlockId}

/** Answers the block store: asks [[Admission]] which blocks may enter memory, names the victims, and tells the ledger,
  * the grants and the cleaner what happened. The rules themselves are in `okibi.core.admission`. Thread-safe.
  */
private[cache] final class Decisions(
    settings: CacheSettings,
    ledger: Ledger,
    ownPuts: OwnPuts,
    demand: Demand,
    counters: Counters
) extends StoreHooks
    with AdmissionState {
  import Decisions._

  private val admission = new Admission(settings.admission)

  @volatile private var store: BlockStore = _

  /** Whether memory has ever been short. Before that, no decision depends on what is known about the future. */
  @volatile private[cache] var contended: Boolean = false

  private val grants = new Grants

  /** Bytes that blocks of an RDD took before they turned out not to fit, as long as no block of the RDD has been sized.
    */
  private val outgrownByRdd = new ConcurrentHashMap[Int, java.lang.Long]

  override def attached(store: BlockStore): Unit = {
    this.store = store
    store.resident.foreach { case (block, mode, bytes) =>
      enter(keyOf(block), block, mode, bytes, onDisk = store.isOnDisk(block))
    }
  }

  /** The store that asks; null until it is in place. */
  def blockStore: BlockStore = store

  override def deciding: Boolean = settings.deciding

  // ---- admission

  override def admit(block: RDDBlockId, mode: MemoryMode, bytes: Long): Boolean = {
    val key = keyOf(block)
    val fromDisk = store.isOnDisk(block)
    val level = store.level(block)
    ledger.levelSeen(block.rddId, level.exists(_.useDisk))
    if (!fromDisk && TaskContext.get() != null) ledger.record(Access(key, Tier.Computed, OwnPuts.stage))
    if (!deciding) {
      grants.begin(key, mode, 0L, freeOnly = false, fromDisk)
      true
    } else if (fromDisk && ownPuts.isOwn(key))
      false // Spark reads back the block that was just refused to this task. The refusal holds.
    else {
      val size = if (bytes >= 0) Some(bytes) else ledger.costs.memoryBytes(key)
      val isOffHeap = mode == MemoryMode.OFF_HEAP
      val hasObjects = level.exists(level => level.deserialized && level.useDisk)
      val decision = decide(AdmissionRequest(key, size, isOffHeap, fromDisk, hasObjects), mode)
      counters.increment(AdmissionMetrics.of(decision.reason))
      if (decision.admitted) grants.begin(key, mode, size.getOrElse(0L), freeOnly = size.isEmpty, fromDisk)
      else if (fromDisk) counters.increment(CacheMetrics.readmissionsRefused)
      else {
        counters.increment(CacheMetrics.refused)
        ownPuts.stored(key)
      }
      decision.admitted
    }
  }

  private def decide(request: AdmissionRequest, mode: MemoryMode): AdmissionDecision = {
    val decision = admission.decide(request, this)
    if (decision.victims.isEmpty) decision else decision.afterDropping(drop(decision, mode))
  }

  /** Drops the victims while only this task waits for it. A full disk does not fail the task here: the newcomer stays
    * out of memory, and the victims stay in.
    *
    * @return bytes freed
    */
  private def drop(decision: AdmissionDecision, mode: MemoryMode): Long =
    try store.drop(decision.victims.iterator.map(blockOf), decision.neededBytes, mode)
    catch { case e: Exception if e.isInstanceOf[IOException] || e.getCause.isInstanceOf[IOException] => 0L }

  // ---- what admission may ask

  override def memory(offHeap: Boolean): StorageMemory = {
    val mode = if (offHeap) MemoryMode.OFF_HEAP else MemoryMode.ON_HEAP
    val memory = StorageMemory(store.capacityBytes(mode), store.freeBytes(mode), grants.promisedBytes(mode))
    if (memory.isShort) {
      contended = true
      memory.copy(eldestBytes = store.eldestOtherBytes(mode))
    } else memory
  }

  override def outgrownBytes(rdd: Int): Long = outgrownByRdd.getOrDefault(rdd, 0L)

  override def knowledge: Knowledge = ledger

  override def overResidents(
      request: AdmissionRequest,
      decide: AdmissionResidents => AdmissionDecision
  ): AdmissionDecision = ledger.overResidents(request, decide)

  // ---- what becomes of blocks

  override def reserved(block: RDDBlockId, mode: MemoryMode, bytes: Long): Unit = grants.taken(keyOf(block), bytes)

  override def entered(block: RDDBlockId, mode: MemoryMode, bytes: Long, putNs: Long): Unit = {
    val key = keyOf(block)
    val fromDisk = grants.end(key).exists(_.fromDisk)
    outgrownByRdd.remove(key.rdd)
    enter(key, block, mode, bytes, fromDisk)
    ownPuts.stored(key)
    if (fromDisk) counters.increment(CacheMetrics.readmitted)
    else if (TaskContext.get() != null) ledger.costs.computedInMemory(key, bytes, putNs)
  }

  private def enter(key: BlockKey, block: RDDBlockId, mode: MemoryMode, bytes: Long, onDisk: Boolean): Unit = {
    val hasDisk = store.level(block).exists(_.useDisk)
    ledger.levelSeen(key.rdd, hasDisk)
    ledger.entered(key, new Resident(mode, bytes, hasDisk, onDisk))
  }

  override def keptOutside(block: RDDBlockId): Unit = {
    val key = keyOf(block)
    if (TaskContext.get() != null) ledger.record(Access(key, Tier.Computed, OwnPuts.stage))
    ownPuts.stored(key)
  }

  override def gaveUp(block: RDDBlockId, mode: MemoryMode, outgrown: Boolean): Unit = {
    counters.increment(CacheMetrics.unrollsFailed)
    ownPuts.stored(keyOf(block))
    grants.end(keyOf(block)).foreach { grant =>
      if (grant.freeOnly && outgrown)
        outgrownByRdd.merge(block.rddId, grant.takenBytes, (a: java.lang.Long, b: java.lang.Long) => math.max(a, b))
    }
  }

  override def readFromMemory(block: RDDBlockId): Unit = {
    val key = keyOf(block)
    if (!ownPuts.isOwn(key)) ledger.record(Access(key, Tier.Memory, OwnPuts.stage))
  }

  override def left(block: RDDBlockId, mode: MemoryMode, bytes: Long, evicted: Boolean): Unit = {
    val key = keyOf(block)
    val resident = ledger.left(key)
    if (evicted) {
      counters.increment(CacheMetrics.dropped)
      counters.add(CacheMetrics.droppedBytes, bytes)
      if (resident != null && resident.dropsFree) counters.increment(CacheMetrics.droppedClean)
    } else ledger.forgetIfGone(key.rdd)
    if (resident != null) demand.left(resident, evicted)
  }

  override def removedFromDisk(block: RDDBlockId): Unit = ledger.forgetIfGone(block.rddId)

  override def cleared(): Unit = ledger.allResidents.foreach { case (block, _) => ledger.left(block) }

  // ---- victims

  override def victims(wanted: Option[BlockId], bytes: Long, mode: MemoryMode): Iterator[RDDBlockId] = {
    val chosen = wanted match {
      case Some(block: RDDBlockId) =>
        val key = keyOf(block)
        if (grants.find(key).forall(_.freeOnly)) Iterator.empty
        else ledger.freeVictims(key, bytes * candidatesPerVictim, mode).iterator
      case _ =>
        contended = true
        demand.wanted(bytes)
        // The first candidates that can be dropped without I/O come first, then all residents in the order of the
        // policy.
        val first = ledger.order(bytes * candidatesPerVictim, mode, _ => true)
        first.iterator.filter(ledger.resident(_).exists(_.dropsFree)) ++ first.iterator ++
          inOrder(bytes * candidatesPerVictim * listingGrowth, mode, first.size)
    }
    chosen.map(blockOf)
  }

  /** Residents in the order of the policy. Each listing covers `listingGrowth` times as many bytes as the one before,
    * until a listing holds no more residents than were `listed` before.
    */
  private def inOrder(bytes: Long, mode: MemoryMode, listed: Int): Iterator[BlockKey] = {
    val order = ledger.order(bytes, mode, _ => true)
    if (order.size <= listed) Iterator.empty else order.iterator ++ inOrder(bytes * listingGrowth, mode, order.size)
  }

  private def keyOf(block: RDDBlockId): BlockKey = BlockKey(block.rddId, block.splitIndex)

  private def blockOf(key: BlockKey): RDDBlockId = RDDBlockId(key.rdd, key.partition)
}

private object Decisions {

  /** Bytes of candidates that are named for each byte wanted, because some blocks may be in use. */
  private val candidatesPerVictim = 2

  private val listingGrowth = 8
}
