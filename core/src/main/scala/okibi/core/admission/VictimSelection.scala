package okibi.core.admission

import scala.collection.mutable.ListBuffer

import okibi.core.block.BlockKey

/** Chooses residents to drop. */
object VictimSelection {

  /** Takes residents in their order until they have enough bytes together, or until none is left.
    *
    * @param bytes        how many are enough
    * @param order        residents, the first to go first
    * @param bytesOf      a resident's bytes; 0 for one that is left out
    * @param mayGo        whether a resident may be taken
    * @param stopsAtFirst whether no resident may be taken after the first that may not
    * @return the residents to drop, the first to go first
    */
  def select(
      bytes: Long,
      order: Iterator[BlockKey],
      bytesOf: BlockKey => Long,
      mayGo: BlockKey => Boolean,
      stopsAtFirst: Boolean
  ): Seq[BlockKey] = {
    val chosen = new ListBuffer[BlockKey]
    var sum = 0L
    var more = true
    while (more && sum < bytes && order.hasNext) {
      val next = order.next()
      val size = bytesOf(next)
      if (size > 0) {
        if (mayGo(next)) {
          chosen += next
          sum += size
        } else more = !stopsAtFirst
      }
    }
    chosen.toList
  }
}
