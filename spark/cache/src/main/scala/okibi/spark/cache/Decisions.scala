package okibi.spark.cache

import java.io.IOException
import java.util.concurrent.ConcurrentHashMap

import okibi.core.admission.{Decision, HeapCost}
import okibi.core.block.{Access, BlockKey, Tier}
import okibi.core.metric.{AdmissionMetrics, CacheMetrics, Counters}
import okibi.core.policy.Policies
import okibi.core.reason.Reason
import okibi.spark.shims.{BlockStore, StoreHooks}

import org.apache.spark.TaskContext
import org.apache.spark.memory.MemoryMode
import org.apache.spark.storage.{BlockId, RDDBlockId}

/** Answers the block store: who may enter memory, who goes, and what became of it. */
private[cache] final class Decisions(
    settings: CacheSettings,
    ledger: Ledger,
    ownPuts: OwnPuts,
    demand: Demand,
    counters: Counters
) extends StoreHooks {

  @volatile private var store: BlockStore = _

  /** Whether memory has ever been short: until then no decision depends on what is known about the future. */
  @volatile private[cache] var contended: Boolean = false

  private val grants = new Grants

  // Bytes that blocks of an RDD took before they turned out not to fit, while no block of it was ever sized.
  private val outgrownBytes = new ConcurrentHashMap[Int, java.lang.Long]

  override def attached(store: BlockStore): Unit = {
    this.store = store
    store.resident.foreach { case (block, mode, bytes) =>
      enter(keyOf(block), block, mode, bytes, onDisk = store.isOnDisk(block))
    }
  }

  /** The store that asks; null until it is in place. */
  def blockStore: BlockStore = store

  override def deciding: Boolean = settings.deciding

  override def admit(block: RDDBlockId, mode: MemoryMode, bytes: Long): Boolean = {
    val key = keyOf(block)
    val fromDisk = store.isOnDisk(block)
    seeLevel(block)
    if (!fromDisk && TaskContext.get() != null) ledger.record(Access(key, Tier.Computed, OwnPuts.stage))
    if (!deciding) {
      grants.begin(key, mode, 0L, freeOnly = false, fromDisk)
      true
    } else if (fromDisk && ownPuts.isOwn(key))
      false // Spark reads back what this task was just refused: the answer stands.
    else {
      val size = if (bytes >= 0) Some(bytes) else ledger.costs.memoryBytes(key)
      val decision = decide(key, size, mode, fromDisk)
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

  private def decide(key: BlockKey, size: Option[Long], mode: MemoryMode, fromDisk: Boolean): Decision =
    if (fromDisk && settings.readmission == Readmission.Never) Decision(admitted = false, Reason.ReadmissionOff)
    else {
      val capacity = store.capacityBytes(mode)
      val unused = store.freeBytes(mode)
      val free = unused - grants.promisedBytes(mode) - Decisions.headroom(capacity)
      if (unused < capacity * (1 - HeapCost.freeShare)) contended = true
      if (size.exists(bytes => !paysInHeap(key, bytes, capacity - unused, capacity)))
        Decision(admitted = false, Reason.CheaperOnDisk)
      else if (size.isEmpty && outgrownBytes.getOrDefault(key.rdd, 0L) >= free)
        Decision(admitted = false, Reason.UnknownSize)
      else {
        val asStock = fromDisk && settings.readmission == Readmission.Always
        val decision = ledger.decide(key, size, free, capacity, mode, asStock)
        if (decision.victims.isEmpty || makeRoom(decision, size.getOrElse(0L) - free, mode)) decision
        else Decision(admitted = false, Reason.NothingToEvict)
      }
    }

  /** Asked under the default policy only: the named ones are for comparison, and fill memory as their papers do. */
  private def paysInHeap(key: BlockKey, bytes: Long, used: Long, capacity: Long): Boolean =
    settings.policy != Policies.default || settings.readmission != Readmission.ByValue ||
      !store.level(blockOf(key)).exists(level => level.deserialized && level.useDisk) ||
      HeapCost.pays(used, capacity, settings.heap, bytes, ledger.uses(key), ledger.reloadNs(key))

  /** Drops victims while nobody waits for it but this task. A disk that is full is no reason to fail here: the block
    * stays out of memory, as its victims stay in.
    */
  private def makeRoom(decision: Decision, bytes: Long, mode: MemoryMode): Boolean =
    try store.drop(decision.victims.iterator.map(blockOf), bytes, mode) >= bytes
    catch { case e: Exception if e.isInstanceOf[IOException] || e.getCause.isInstanceOf[IOException] => false }

  override def reserved(block: RDDBlockId, mode: MemoryMode, bytes: Long): Unit = grants.taken(keyOf(block), bytes)

  override def entered(block: RDDBlockId, mode: MemoryMode, bytes: Long, putNs: Long): Unit = {
    val key = keyOf(block)
    val fromDisk = grants.end(key).exists(_.fromDisk)
    outgrownBytes.remove(key.rdd)
    enter(key, block, mode, bytes, fromDisk)
    ownPuts.stored(key)
    if (fromDisk) counters.increment(CacheMetrics.readmitted)
    else if (TaskContext.get() != null) ledger.costs.computedInMemory(key, bytes, putNs)
  }

  private def enter(key: BlockKey, block: RDDBlockId, mode: MemoryMode, bytes: Long, onDisk: Boolean): Unit =
    ledger.entered(key, new Resident(mode, bytes, seeLevel(block), onDisk))

  /** @return whether its level has disk, which the ledger is told, too */
  private def seeLevel(block: RDDBlockId): Boolean = {
    val hasDisk = store.level(block).exists(_.useDisk)
    ledger.levelSeen(block.rddId, hasDisk)
    hasDisk
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
        outgrownBytes.merge(block.rddId, grant.takenBytes, (a: java.lang.Long, b: java.lang.Long) => math.max(a, b))
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

  override def victims(wanted: Option[BlockId], bytes: Long, mode: MemoryMode): Iterator[RDDBlockId] = {
    val chosen = wanted match {
      case Some(block: RDDBlockId) =>
        val key = keyOf(block)
        if (grants.find(key).forall(_.freeOnly)) Iterator.empty else ledger.freeVictims(key, bytes * 2, mode).iterator
      case _ =>
        contended = true
        demand.wanted(bytes)
        // Those that drop free within the first that would go, then strictly in order, to the last.
        val first = ledger.order(bytes * 2, mode, _ => true)
        first.iterator.filter(ledger.resident(_).exists(_.dropsFree)) ++ first.iterator ++ inOrder(
          bytes * 16,
          mode,
          first.size
        )
    }
    chosen.map(blockOf)
  }

  /** Residents in the order they go, listed eight times as far each time, until no more are found than were `listed`. */
  private def inOrder(bytes: Long, mode: MemoryMode, listed: Int): Iterator[BlockKey] = {
    val order = ledger.order(bytes, mode, _ => true)
    if (order.size <= listed) Iterator.empty else order.iterator ++ inOrder(bytes * 8, mode, order.size)
  }

  override def cleared(): Unit = ledger.allResidents.foreach { case (block, _) => ledger.left(block) }

  private def keyOf(block: RDDBlockId): BlockKey = BlockKey(block.rddId, block.splitIndex)

  private def blockOf(key: BlockKey): RDDBlockId = RDDBlockId(key.rdd, key.partition)
}

private object Decisions {

  /** Memory that cached RDDs leave free. Each job stores broadcasts, for each of which Spark asks for
    * spark.storage.unrollMemoryThreshold (1 MB) to begin with; in a memory full to the brim each of them would push a
    * partition out, to be read and moved back a moment later.
    */
  def headroom(capacity: Long): Long = math.min(capacity / 8, 4L << 20)
}
