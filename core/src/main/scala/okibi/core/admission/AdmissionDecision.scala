package okibi.core.admission

import okibi.core.block.BlockKey
import okibi.core.reason.Reason

/** Whether a block may enter memory, and why.
  *
  * @param victims     residents to drop for the block, the first to go first; more than needed, because some may be in
  *                    use
  * @param neededBytes bytes that the victims must free
  * @param standing    whether this refusal may be repeated to other blocks of the RDD for a while; see
  *                    [[StandingRefusals]]
  */
final case class AdmissionDecision(
    admitted: Boolean,
    reason: Reason,
    victims: Seq[BlockKey] = Nil,
    neededBytes: Long = 0L,
    standing: Boolean = false
) {

  /** The final decision after the victims were dropped: a refusal if too many of them were in use.
    *
    * @param freedBytes bytes that dropping freed
    */
  def afterDropping(freedBytes: Long): AdmissionDecision =
    if (freedBytes >= neededBytes) this else AdmissionDecision(admitted = false, Reason.NothingToEvict)
}
