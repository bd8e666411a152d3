package okibi.spark.shims

import org.apache.spark.SparkEnv
import org.apache.spark.okibi.BlockBridge
import org.slf4j.LoggerFactory

/** Removes blocks of cached RDDs that cannot be read. */
object BlockRemoval {
  private val log = LoggerFactory.getLogger("okibi.spark.shims.BlockRemoval")

  /** Removes the block from which this executor reads a cached partition, on another thread: its own block as soon as
    * no task reads it (the running task holds it until the task ends), or the blocks of all other executors if it has
    * none. A partition that failed while it was computed has no block, and nothing is removed.
    *
    * @param damage why the block cannot be read
    */
  def removeDamaged(rdd: Int, partition: Int, damage: Throwable): Unit = {
    val env = SparkEnv.get
    val isHere = BlockBridge.isStored(env, rdd, partition)
    val isStored = isHere || BlockBridge.isStoredAnywhere(env, rdd, partition)
    if (isStored) {
      DaemonThread("okibi-remove-block") {
        if (isHere) BlockBridge.remove(env, rdd, partition) else BlockBridge.removeEverywhere(env, rdd, partition)
      }.start()
      log.warn(
        s"Okibi: partition $partition of cached RDD $rdd cannot be read back. It is removed and computed again: $damage"
      )
    }
  }
}
