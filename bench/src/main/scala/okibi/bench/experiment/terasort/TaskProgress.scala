package okibi.bench.experiment.terasort

import java.util.concurrent.atomic.AtomicBoolean

import org.apache.hadoop.util.Progress

/** What the reporter of one of Hadoop's tasks does when it is told how far the task is: for every record. It is `Task.TaskReporter.setProgress`, which only a
  * task can make. For one thread.
  */
private[terasort] final class TaskProgress {
  private val task = new Progress
  task.addPhase("records", 1f)
  private val isNew = new AtomicBoolean

  def set(share: Float): Unit = {
    task.phase().set(share)
    isNew.set(true)
  }
}
