package okibi.core.admission

import okibi.core.block.BlockKey
import okibi.core.policy.{Knowledge, LruPolicy, Policy, PolicySpec}
import okibi.core.reason.Reason

/** A row of the table of admission: a request, a state with all that the decision may ask, and the expected decision.
  * Residents are on the heap, have [[AdmissionCase.residentBytes]] each, and were read and put in their order.
  *
  * @param bytes size of the block that asks; None if it was never sized
  */
final case class AdmissionCase(
    name: String,
    admitted: Boolean,
    reason: Reason,
    bytes: Option[Long] = Some(1000),
    fromDisk: Boolean = false,
    offHeap: Boolean = false,
    objectsWithDisk: Boolean = true,
    state: AdmissionCaseState = AdmissionCaseState(),
    rules: AdmissionRules = AdmissionRules(LruPolicy.spec, Readmission.ByValue, heapBytes = 0),
    victims: Seq[BlockKey] = Nil
) {

  def request: AdmissionRequest = AdmissionRequest(AdmissionCase.asking, bytes, offHeap, fromDisk, objectsWithDisk)

  def decide: AdmissionDecision = new Admission(rules).decide(request, state.under(rules.policy))

  def under(policy: PolicySpec): AdmissionCase = copy(rules = rules.copy(policy = policy))
  def under(readmission: Readmission): AdmissionCase = copy(rules = rules.copy(readmission = readmission))
}

object AdmissionCase {

  /** The block that asks. */
  val asking: BlockKey = BlockKey(1, 0)

  val residentBytes = 2000L
}

/** The state of an executor in a row of the table.
  *
  * @param reloadNs nanoseconds to have any block back
  */
final case class AdmissionCaseState(
    memory: StorageMemory = StorageMemory(capacityBytes = 8000, unusedBytes = 8000, promisedBytes = 0),
    residents: Seq[BlockKey] = Nil,
    outgrownBytes: Long = 0,
    refusalStands: Boolean = false,
    reloadNs: Double = 1.0
) {

  def under(spec: PolicySpec): AdmissionState = new AdmissionState with AdmissionResidents {
    override val knowledge: Knowledge = new Knowledge {
      override def readsAhead(block: BlockKey): Double = Double.NaN
      override def stagesAhead(block: BlockKey): Double = Double.PositiveInfinity
      override def reloadNs(block: BlockKey): Double = AdmissionCaseState.this.reloadNs
      override def computeNs(block: BlockKey): Double = AdmissionCaseState.this.reloadNs
      override def bytes(block: BlockKey): Long = AdmissionCase.residentBytes
      override def peers(block: BlockKey): Seq[BlockKey] = Nil
    }

    override val policy: Policy = spec.make(knowledge)
    residents.foreach { block =>
      policy.onRead(block)
      policy.onPut(block)
    }

    override def memory(offHeap: Boolean): StorageMemory = AdmissionCaseState.this.memory
    override def outgrownBytes(rdd: Int): Long = AdmissionCaseState.this.outgrownBytes
    override def residentBytes(block: BlockKey, offHeap: Boolean): Long =
      if (residents.contains(block) && !offHeap) AdmissionCase.residentBytes else 0L
    override def refusalStands(rdd: Int, offHeap: Boolean): Boolean = AdmissionCaseState.this.refusalStands
    override def overResidents(
        request: AdmissionRequest,
        decide: AdmissionResidents => AdmissionDecision
    ): AdmissionDecision = decide(this)
  }
}
