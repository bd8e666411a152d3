package okibi.core.filter

/** The kinds of numbers among hashed values. Scala's `==` between whole and floating numbers rounds, so that it is not
  * transitive: 16777217 == 16777216.0f, although the two differ as whole numbers. No hash can agree with that. So
  * hashes are not compared at all between kinds of numbers that `==` would round.
  *
  * @param seen  bits of the kinds
  * @param large whether the size of a number was at least [[HashedKinds.largest]]
  */
final class HashedKinds(val seen: Int, val large: Boolean) {
  import HashedKinds._

  /** Whether equal values have equal hashes, between these values and values of the kinds `stored`. */
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

  /** 2^24: a float holds every smaller whole number exactly. */
  private[filter] val largest = 1L << 24
}
