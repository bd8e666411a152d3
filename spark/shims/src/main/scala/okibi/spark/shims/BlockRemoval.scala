package okibi.spark.shims

import java.util.concurrent.ConcurrentHashMap

import org.apache.spark.{SparkEnv, TaskContext}
import org.apache.spark.okibi.BlockBridge
import org.apache.spark.storage.RDDBlockId
import org.apache.spark.storage.memory.BlockLocks
import org.slf4j.LoggerFactory

/** Removes blocks of cached RDDs that cannot be read. */
object BlockRemoval {
  private val underway = ConcurrentHashMap.newKeySet[(Int, Int)]()
  private val log = LoggerFactory.getLogger("okibi.spark.shims.BlockRemoval")

  /** Removes the block from which this executor reads a cached partition: its own block as soon as no task reads it, or
    * the blocks of all other executors if it has none. A partition that failed while it was computed has no block, and
    * nothing is removed. Several attempts may fail before the block is gone: one of them removes it, so that no other
    * removes what the next attempt has computed.
    *
    * @param damage why the block cannot be read
    * @param lock   the task whose lock the block has until the task ends. The block is gone before that attempt ends,
    *               unless other tasks read it too. None if the task may have given the lock back.
    */
  def removeDamaged(rdd: Int, partition: Int, damage: Throwable, lock: Option[TaskContext]): Unit = {
    val env = SparkEnv.get
    val isHere = BlockBridge.isStored(env, rdd, partition)
    val isStored = isHere || BlockBridge.isStoredAnywhere(env, rdd, partition)
    if (isStored && underway.add((rdd, partition))) {
      log.warn(
        s"Okibi: partition $partition of cached RDD $rdd cannot be read back. It is removed and computed again: $damage"
      )
      def onThread(): Unit = DaemonThread("okibi-remove-block") {
        try if (isHere) BlockBridge.remove(env, rdd, partition) else BlockBridge.removeEverywhere(env, rdd, partition)
        finally underway.remove((rdd, partition))
      }.start()
      lock.filter(_ => isHere) match {
        case Some(task) =>
          task.addTaskCompletionListener[Unit] { _ =>
            if (BlockLocks.removeRead(env, RDDBlockId(rdd, partition), task)) {
              underway.remove((rdd, partition))
              ()
            } else onThread()
          }
          ()
        case None => onThread()
      }
    }
  }
}
