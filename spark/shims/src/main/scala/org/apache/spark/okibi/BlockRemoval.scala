package org.apache.spark.okibi

import org.apache.spark.SparkEnv
import org.apache.spark.storage.RDDBlockId

/** `SparkEnv.blockManager` is public for the JVM but its methods are private[spark]. */
object BlockRemoval {

  /** Removes the block that this executor reads a cached partition from: its own once nobody reads it any more (the running task,
    * for one, holds it until it ends), or all that others have when it has none.
    *
    * @return false when no executor has a block of the partition
    */
  def removeLater(rdd: Int, partition: Int): Boolean = {
    val manager = SparkEnv.get.blockManager
    val block = RDDBlockId(rdd, partition)
    val isHere = manager.getStatus(block).isDefined
    val isStored = isHere || manager.master.getLocations(block).nonEmpty
    if (isStored) {
      val thread = new Thread(
        () => if (isHere) manager.removeBlock(block) else manager.master.removeBlock(block),
        "okibi-remove-block"
      )
      thread.setDaemon(true)
      thread.start()
    }
    isStored
  }
}
