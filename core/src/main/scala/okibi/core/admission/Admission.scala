package okibi.core.admission

import okibi.core.block.BlockKey
import okibi.core.reason.Reason

/** Decides, before a block is unrolled, whether it may use storage memory. A decision after the unroll would cost the
  * unroll, and the victims that a block pushes out on the way even if it does not fit in the end.
  *
  * A pure function of its arguments: thread-safe, without a clock, without locks.
  */
final class Admission(rules: AdmissionRules) {
  import Admission._

  def decide(request: AdmissionRequest, state: AdmissionState): AdmissionDecision =
    if (request.fromDisk && rules.readmission == Readmission.Never) refused(Reason.ReadmissionOff)
    else {
      val memory = state.memory(request.offHeap)
      request.bytes match {
        case None =>
          AdmissionDecision(state.outgrownBytes(request.block.rdd) < memory.freeBytes, Reason.UnknownSize)
        case Some(bytes) if !paysInHeap(request, bytes, memory, state) => refused(Reason.CheaperOnDisk)
        case Some(bytes) if bytes <= memory.freeBytes && bytes <= memory.capacityBytes =>
          AdmissionDecision(admitted = true, Reason.FitsFree)
        case Some(bytes) => state.overResidents(request, inPlaceOf(request, bytes, memory, _))
      }
    }

  private def paysInHeap(request: AdmissionRequest, bytes: Long, memory: StorageMemory, state: AdmissionState) =
    !rules.weighHeapCost || !request.objectsWithDisk ||
      HeapCost.isFree(memory, rules.heapBytes, bytes) ||
      HeapCost.pays(bytes, state.knowledge.readsAhead(request.block), state.knowledge.reloadNs(request.block))

  /** Whether the block is worth the residents that it would push out. */
  private def inPlaceOf(
      request: AdmissionRequest,
      bytes: Long,
      memory: StorageMemory,
      residents: AdmissionResidents
  ): AdmissionDecision = {
    val block = request.block
    val neededBytes = bytes - memory.freeBytes
    if (neededBytes > 0 && residents.refusalStands(block.rdd, request.offHeap)) refused(Reason.WorthLess)
    else if (bytes > memory.capacityBytes) refused(Reason.TooLarge)
    else {
      val policy = residents.policy
      val asStock = request.fromDisk && rules.readmission == Readmission.Always
      val bytesOf: BlockKey => Long = residents.residentBytes(_, request.offHeap)
      val victims = VictimSelection.select(
        neededBytes * candidatesPerVictim,
        policy.victims,
        bytesOf,
        victim => (asStock && victim.rdd != block.rdd) || policy.replaces(block, victim),
        policy.ranked && !asStock
      )
      if (victims.iterator.map(bytesOf).sum >= neededBytes)
        AdmissionDecision(admitted = true, Reason.WorthMore, victims, neededBytes)
      else AdmissionDecision(admitted = false, Reason.WorthLess, standing = true)
    }
  }
}

object Admission {

  /** Bytes of victims that a decision names for each byte that it needs: some victims may turn out to be in use. */
  private val candidatesPerVictim = 2

  private def refused(reason: Reason): AdmissionDecision = AdmissionDecision(admitted = false, reason)
}
