package okibi.spark.shims

import java.util.concurrent.ConcurrentHashMap

import org.apache.spark.{SparkEnv, TaskContext}
import org.apache.spark.okibi.BlockBridge
import org.slf4j.LoggerFactory

/** Removes blocks of cached RDDs that cannot be read. */
object BlockRemoval {
  private val log = LoggerFactory.getLogger("okibi.spark.shims.BlockRemoval")

  /** RDDs and partitions of the blocks that are being removed. */
  private val underway = ConcurrentHashMap.newKeySet[(Int, Int)]()

  /** How long a task that ends waits for others that read the block. */
  private val patienceMs = 1000L

  /** Removes the block from which this executor reads a cached partition: its own block as soon as no task reads it, or
    * the blocks of all other executors if it has none. A partition that failed while it was computed has no block, and
    * nothing is removed. The block is gone before the attempt ends that found the damage, unless other tasks read the
    * block too. Several attempts may fail before that: one of them removes the block, so that no other removes what the
    * next attempt has computed.
    *
    * @param damage why the block cannot be read
    * @param task   the task that found the damage, on whose thread this is called; the task fails
    */
  def removeDamaged(rdd: Int, partition: Int, damage: Throwable, task: TaskContext): Unit = {
    val env = SparkEnv.get
    val isHere = BlockBridge.isStored(env, rdd, partition)
    val isStored = isHere || BlockBridge.isStoredAnywhere(env, rdd, partition)
    if (isStored && underway.add((rdd, partition))) {
      log.warn(
        s"Okibi: partition $partition of cached RDD $rdd cannot be read back. It is removed and computed again: $damage"
      )
      task.addTaskCompletionListener[Unit] { _ =>
        // Spark removes some blocks that it cannot read itself.
        if (!isHere || BlockBridge.isStored(env, rdd, partition)) {
          BlockBridge.releaseLocks(env, task)
          val removal = remove(env, rdd, partition, isHere)
          try removal.join(patienceMs)
          catch { case _: InterruptedException => Thread.currentThread.interrupt() }
        } else {
          underway.remove((rdd, partition))
          ()
        }
      }
      ()
    }
  }

  /** On another thread, because a task that has given back its locks can take no more. */
  private def remove(env: SparkEnv, rdd: Int, partition: Int, isHere: Boolean): Thread = {
    val thread = DaemonThread("okibi-remove-block") {
      try if (isHere) BlockBridge.remove(env, rdd, partition) else BlockBridge.removeEverywhere(env, rdd, partition)
      finally underway.remove((rdd, partition))
    }
    thread.start()
    thread
  }
}
