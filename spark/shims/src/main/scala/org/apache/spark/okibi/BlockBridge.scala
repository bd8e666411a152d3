package org.apache.spark.okibi

import org.apache.spark.{SparkEnv, TaskContext}
import org.apache.spark.storage.RDDBlockId

/** Forwards to `SparkEnv.blockManager`, which is public in the JVM, but whose methods are private[spark]. */
object BlockBridge {

  /** Whether an executor's block store has the partition. */
  def isStored(env: SparkEnv, rdd: Int, partition: Int): Boolean =
    env.blockManager.getStatus(RDDBlockId(rdd, partition)).isDefined

  /** Whether the block store of any executor has the partition. Asks the driver. */
  def isStoredAnywhere(env: SparkEnv, rdd: Int, partition: Int): Boolean =
    env.blockManager.master.getLocations(RDDBlockId(rdd, partition)).nonEmpty

  /** Gives back the locks of all blocks that the task reads or writes. The task takes no more locks. */
  def releaseLocks(env: SparkEnv, task: TaskContext): Unit = {
    env.blockManager.releaseAllLocksForTask(task.taskAttemptId())
    ()
  }

  /** Removes the partition from an executor's block store; waits for the tasks that read it. */
  def remove(env: SparkEnv, rdd: Int, partition: Int): Unit = env.blockManager.removeBlock(RDDBlockId(rdd, partition))

  /** Asks the driver to have the partition removed from the block stores of all executors; does not wait for them. */
  def removeEverywhere(env: SparkEnv, rdd: Int, partition: Int): Unit =
    env.blockManager.master.removeBlock(RDDBlockId(rdd, partition))
}
