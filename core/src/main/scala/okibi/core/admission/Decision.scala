package okibi.core.admission

import okibi.core.block.BlockKey
import okibi.core.reason.Reason

/** Whether a block may enter memory, and why.
  *
  * @param victims what to push out for it, the first to go first; holds more than is needed, because some may be in use
  */
final case class Decision(admitted: Boolean, reason: Reason, victims: Seq[BlockKey] = Nil)
