package org.apache.spark.okibi

import org.apache.spark.SparkEnv
import org.apache.spark.storage.RDDBlockId

/** `SparkEnv.blockManager` is public for the JVM but its methods are private[spark]. */
object BlockRemoval {

  /** Removes a block from this executor once nobody reads it any more: the running task, for one, which holds it until it
    * ends.
    */
  def removeLater(rdd: Int, partition: Int): Unit = {
    val manager = SparkEnv.get.blockManager
    val thread = new Thread(() => manager.removeBlock(RDDBlockId(rdd, partition)), "okibi-remove-block")
    thread.setDaemon(true)
    thread.start()
  }
}
