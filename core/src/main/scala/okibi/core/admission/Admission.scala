package okibi.core.admission

import scala.collection.mutable.ListBuffer

import okibi.core.block.BlockKey
import okibi.core.policy.Policy
import okibi.core.reason.Reason

/** Decides, before a block is unrolled, whether it may use memory: deciding after the unroll costs the unroll, and on
  * the way there the victims of a block that does not fit in the end.
  */
object Admission {

  /** How many bytes of victims to name for each byte wanted, so that some may turn out to be in use. */
  private val spare = 2

  /** @param block     the block that asks
    * @param bytes     its size in memory, if it or a sibling was ever sized
    * @param freeBytes what can be had without pushing anything out; negative when more was promised to others
    * @param capacity  what all of storage memory could hold
    * @param policy    ranks the residents; not used by anyone else during the call
    * @param sizeOf    a resident's bytes, 0 when it is out of bounds (another memory mode)
    * @param asStock   whether blocks of other RDDs may be pushed out whatever the policy says, as stock Spark does
    */
  def decide(
      block: BlockKey,
      bytes: Option[Long],
      freeBytes: Long,
      capacity: Long,
      policy: Policy,
      sizeOf: BlockKey => Long,
      asStock: Boolean = false
  ): Decision = bytes match {
    case None => Decision(freeBytes > 0, Reason.UnknownSize)
    case Some(size) if size > capacity => Decision(admitted = false, Reason.TooLarge)
    case Some(size) if size <= freeBytes => Decision(admitted = true, Reason.FitsFree)
    case Some(size) =>
      val wanted = size - freeBytes
      val victims = pushedOut(
        wanted * spare,
        policy.victims,
        sizeOf,
        victim => (asStock && victim.rdd != block.rdd) || policy.replaces(block, victim),
        policy.ranked && !asStock
      )
      if (victims.iterator.map(sizeOf).sum >= wanted) Decision(admitted = true, Reason.WorthMore, victims)
      else Decision(admitted = false, Reason.WorthLess)
  }

  /** Residents that may go, in the order they go, until they add up.
    *
    * @param ranked whether none may go after the first that may not
    */
  def pushedOut(
      bytes: Long,
      order: Iterator[BlockKey],
      sizeOf: BlockKey => Long,
      mayGo: BlockKey => Boolean,
      ranked: Boolean
  ): Seq[BlockKey] = {
    val chosen = new ListBuffer[BlockKey]
    var sum = 0L
    var more = true
    while (more && sum < bytes && order.hasNext) {
      val next = order.next()
      val size = sizeOf(next)
      if (size > 0) {
        if (mayGo(next)) {
          chosen += next
          sum += size
        } else more = !ranked
      }
    }
    chosen.toList
  }
}
