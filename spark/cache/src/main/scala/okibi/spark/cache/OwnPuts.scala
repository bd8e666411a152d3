package okibi.spark.cache

import okibi.core.block.BlockKey

import org.apache.spark.TaskContext

/** The block that the running task has just stored. Spark reads every block back right after storing it, and again to
  * replicate it; those reads are no hits.
  */
private[cache] final class OwnPuts {
  private val last = new ThreadLocal[(Long, BlockKey)]

  def stored(block: BlockKey): Unit = {
    val task = TaskContext.get()
    if (task != null) last.set((task.taskAttemptId(), block))
  }

  def isOwn(block: BlockKey): Boolean = {
    val (attempt, stored) = last.get match {
      case null => (-1L, null)
      case put => put
    }
    val task = TaskContext.get()
    stored == block && task != null && task.taskAttemptId() == attempt
  }
}

private[cache] object OwnPuts {

  /** The stage of the running task; -1 outside a task. */
  def stage: Int = {
    val task = TaskContext.get()
    if (task == null) -1 else task.stageId()
  }
}
