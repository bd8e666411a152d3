package okibi.spark.shims

import org.apache.spark.SparkEnv
import org.apache.spark.okibi.BlockBridge

/** Removes blocks of cached RDDs that cannot be read. */
object BlockRemoval {

  /** Removes the block from which this executor reads a cached partition, on another thread: its own block as soon as
    * no task reads it (the running task holds it until the task ends), or the blocks of all other executors if it has
    * none.
    *
    * @return false when no executor has a block of the partition
    */
  def removeLater(rdd: Int, partition: Int): Boolean = {
    val env = SparkEnv.get
    val isHere = BlockBridge.isStored(env, rdd, partition)
    val isStored = isHere || BlockBridge.isStoredAnywhere(env, rdd, partition)
    if (isStored)
      DaemonThread("okibi-remove-block") {
        if (isHere) BlockBridge.remove(env, rdd, partition) else BlockBridge.removeEverywhere(env, rdd, partition)
      }.start()
    isStored
  }
}
