package okibi.core.admission

import java.util

/** Refusals that are repeated to the other blocks of the same RDD for a while. A refusal costs a ranking of all
  * residents, or a walk through them if the policy does not rank. Without standing refusals, a scan of blocks that all
  * stay out would pay that for each block. A refusal stands for twenty times as long as it took, so refusals take at
  * most a twentieth of the time, for a thousand residents as for a hundred thousand.
  *
  * Takes times from any clock that does not go back. Not thread-safe. Remembers at most a thousand RDDs.
  */
final class StandingRefusals {
  import StandingRefusals._

  private val standUntilNs = new util.HashMap[java.lang.Long, java.lang.Long]

  /** Whether a refusal to a block of the RDD still stands. */
  def stands(rdd: Int, offHeap: Boolean, nowNs: Long): Boolean = standUntilNs.get(keyOf(rdd, offHeap)) match {
    case null => false
    case untilNs => nowNs - untilNs < 0
  }

  /** Notes a refusal that a ranking has led to.
    *
    * @param startNs when the ranking began
    * @param endNs   when it ended
    */
  def note(rdd: Int, offHeap: Boolean, startNs: Long, endNs: Long): Unit = {
    if (standUntilNs.size > mostRemembered) standUntilNs.clear()
    standUntilNs.put(keyOf(rdd, offHeap), endNs + standsForRankings * (endNs - startNs))
  }

  private def keyOf(rdd: Int, offHeap: Boolean): java.lang.Long = 2L * rdd + (if (offHeap) 1 else 0)
}

object StandingRefusals {
  private val standsForRankings = 20
  private val mostRemembered = 1000
}
