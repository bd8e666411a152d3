package org.apache.spark.storage.memory

import org.apache.spark.{SparkEnv, TaskContext}
import org.apache.spark.storage.RDDBlockId

/** Locks of Spark's block store. */
object BlockLocks {

  /** Removes a block that the task reads. Called on the task's thread, when the task does not read any more.
    *
    * @return false if others hold the block, too; the task's own lock is released all the same
    */
  def removeRead(env: SparkEnv, block: RDDBlockId, task: TaskContext): Boolean = {
    val locks = env.blockManager.blockInfoManager
    env.blockManager.releaseLock(block, Some(task))
    val isAlone = locks.lockForWriting(block, blocking = false).isDefined
    if (isAlone) {
      locks.unlock(block)
      env.blockManager.removeBlock(block)
    }
    isAlone
  }
}
