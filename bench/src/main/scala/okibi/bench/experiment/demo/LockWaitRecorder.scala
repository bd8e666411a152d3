package okibi.bench.experiment.demo

import java.lang.management.{ManagementFactory, ThreadInfo}
import java.nio.file.{Files, Path}
import java.time.Duration

import jdk.jfr.Recording
import jdk.jfr.consumer.RecordingFile

/** Measures how long task threads are blocked on monitors, from its creation to `stop`, in two ways: Flight Recorder
  * identifies the lock, thread contention monitoring counts every lock.
  */
final class LockWaitRecorder {
  private val event = "jdk.JavaMonitorEnter"
  private val lockClass = "org.apache.spark.memory.UnifiedMemoryManager"
  private val taskThread = "Executor task launch worker"

  private val threads = ManagementFactory.getThreadMXBean
  threads.setThreadContentionMonitoringEnabled(true)
  private val recording = new Recording
  recording.enable(event).withThreshold(Duration.ZERO).withoutStackTrace()
  recording.start()

  /** @param folder for the recording, which is deleted afterwards
    * @return `lockWaitMs`, time on the memory manager's lock; `lockWaits`, number of such waits; `blockedMs`, time on
    *         any monitor
    */
  def stop(folder: Path): Map[String, Double] = {
    recording.stop()
    val blockedMs = threads.getThreadInfo(threads.getAllThreadIds).filter(isTask).map(_.getBlockedTime).sum
    val file = folder.resolve("locks.jfr")
    recording.dump(file)
    recording.close()
    val (waitNs, waits) = read(file)
    Files.delete(file)
    Map("lockWaitMs" -> waitNs / 1e6, "lockWaits" -> waits.toDouble, "blockedMs" -> blockedMs.toDouble)
  }

  /** Whether a thread runs tasks. The info of a thread that has ended since it was listed is null. */
  private def isTask(info: ThreadInfo): Boolean = info != null && info.getThreadName.startsWith(taskThread)

  private def read(file: Path): (Long, Long) = {
    var waitNs = 0L
    var waits = 0L
    val events = new RecordingFile(file)
    try
      while (events.hasMoreEvents) {
        val wait = events.readEvent()
        val thread = wait.getThread("eventThread")
        val lock = wait.getClass("monitorClass")
        if (
          wait.getEventType.getName == event && lock != null && lock.getName == lockClass && thread != null &&
          thread.getJavaName.startsWith(taskThread)
        ) {
          waitNs += wait.getDuration.toNanos
          waits += 1
        }
      }
    finally events.close()
    (waitNs, waits)
  }
}
