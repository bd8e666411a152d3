package okibi.bench.experiment.terasort

import java.util.concurrent.atomic.AtomicBoolean

import org.apache.hadoop.util.Progress

/** Repeats what the reporter of a Hadoop task does when the task reports its progress, for every record:
  * `Task.TaskReporter.setProgress`, which only a task can create. For one thread.
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
