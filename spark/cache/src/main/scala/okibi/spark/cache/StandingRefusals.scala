package okibi.spark.cache

import java.util

import org.apache.spark.memory.MemoryMode

/** Lets a refusal stand for a while for the other blocks of the same RDD, so that a scan of blocks that all stay out does not
  * rank all residents, or walk through them where the policy does not rank, for each: twenty times as long as the refusal
  * took, which bounds its share of the time at a twentieth, for a thousand residents as for a hundred thousand. Not thread-safe.
  */
private[cache] final class StandingRefusals {
  private val standUntilNs = new util.HashMap[(Int, MemoryMode), java.lang.Long]

  def stands(rdd: Int, mode: MemoryMode): Boolean = standUntilNs.get((rdd, mode)) match {
    case null => false
    case until => System.nanoTime() - until < 0
  }

  /** @param startNs when the decision that has just ended with a refusal began */
  def note(rdd: Int, mode: MemoryMode, startNs: Long): Unit = {
    val now = System.nanoTime()
    if (standUntilNs.size > 1000) standUntilNs.clear()
    standUntilNs.put((rdd, mode), now + 20 * (now - startNs))
  }
}
