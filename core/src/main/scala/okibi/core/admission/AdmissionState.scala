package okibi.core.admission

import okibi.core.block.BlockKey
import okibi.core.policy.{Knowledge, Policy}

/** The state of an executor, as far as decisions ask for it. */
trait AdmissionState {

  /** The storage memory at this moment.
    *
    * @param offHeap whether outside the heap
    */
  def memory(offHeap: Boolean): StorageMemory

  /** Bytes that a block of the RDD took before it turned out not to fit; 0 if no block did, or if a block was sized
    * since.
    */
  def outgrownBytes(rdd: Int): Long

  def knowledge: Knowledge

  /** Runs `decide` over residents that do not change meanwhile. If the decision may stand for a while
    * ([[AdmissionDecision.standing]]), notes how long it took.
    */
  def overResidents(request: AdmissionRequest, decide: AdmissionResidents => AdmissionDecision): AdmissionDecision
}

/** The blocks in memory, which do not change while a decision looks at them. */
trait AdmissionResidents {

  /** Ranks the residents. */
  def policy: Policy

  /** Bytes of a resident in this memory; 0 if the block is in the other memory, or not resident. */
  def residentBytes(block: BlockKey, offHeap: Boolean): Long

  /** Whether an earlier refusal to a block of the RDD still stands. */
  def refusalStands(rdd: Int, offHeap: Boolean): Boolean
}

/** Storage memory of an executor, inside or outside the heap.
  *
  * @param capacityBytes what blocks could take if nothing else were stored
  * @param unusedBytes   what no block takes
  * @param promisedBytes what admitted blocks were promised and have not taken yet
  * @param eldestBytes   what blocks of no RDD take that were last used before every block of an RDD: old broadcasts,
  *                      which Spark drops first
  */
final case class StorageMemory(
    capacityBytes: Long,
    unusedBytes: Long,
    promisedBytes: Long,
    eldestBytes: Long = 0L
) {

  def usedBytes: Long = capacityBytes - unusedBytes

  /** What a newcomer gets without a block of an RDD being dropped; negative when more was promised than is there. */
  def freeBytes: Long = unusedBytes + eldestBytes - promisedBytes - headroomBytes

  /** Memory that cached RDDs leave free. Each job stores broadcasts, for each of which Spark begins by asking for
    * spark.storage.unrollMemoryThreshold (1 MB). Without headroom each broadcast would push out a partition, which
    * would be read and moved back a moment later.
    */
  def headroomBytes: Long = math.min(capacityBytes / 8, 4L << 20)

  /** Whether so much memory is used that decisions must look beyond free memory. */
  def isShort: Boolean = unusedBytes < capacityBytes * (1 - HeapCost.freeShare)
}
