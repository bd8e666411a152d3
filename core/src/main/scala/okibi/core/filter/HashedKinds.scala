package okibi.core.filter

/** Which kinds of numbers were hashed. Scala's `==` between whole and floating numbers rounds, so that it is not
  * transitive: 16777217 == 16777216.0f, though neither equals the other as a whole number. No hash can follow that, so where
  * kinds meet that would be rounded, hashes are not compared at all.
  *
  * @param large whether one was at least [[HashedKinds.largest]] in size
  */
final class HashedKinds(val seen: Int, val large: Boolean) {
  import HashedKinds._

  /** Whether values that are equal to one of these have equal hashes, among values of the kinds of `stored`. */
  def comparableWith(stored: Int): Boolean = {
    val both = seen | stored
    def has(kind: Int): Boolean = (both & kind) != 0
    !(has(whole) && has(floating) && large) && !(has(decimal) && has(floating))
  }
}

object HashedKinds {
  private[filter] val whole = 1
  private[filter] val floating = 2
  private[filter] val decimal = 4

  /** 2^24: whole numbers below are floats too. */
  private[filter] val largest = 1L << 24
}
