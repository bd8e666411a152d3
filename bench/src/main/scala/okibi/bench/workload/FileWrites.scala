package okibi.bench.workload

import java.nio.file.{Files, Path}
import java.time.{Duration, Instant}

import scala.collection.mutable

import jdk.jfr.Recording
import jdk.jfr.consumer.RecordingFile

/** What was written to a set of files, as seen at the files.
  *
  * @param bytes   in all of them
  * @param seconds from the beginning of the first write to the end of the last
  * @param threadSeconds the same for each file by itself, added up
  * @param writingSeconds spent inside writes
  */
final case class FileWrites(bytes: Long, seconds: Double, threadSeconds: Double, writingSeconds: Double)

/** Watches writes to files from its creation to `stop`, with Flight Recorder's events. They are seen at the file itself,
  * whatever serializer writes and however Spark is wired up, and they tell the time inside write() from the time between
  * two. A timer around the store would see neither, and the job's time also holds scheduling and reading back. An event costs
  * less than a microsecond, a write of the smallest buffer in question, 8 KiB, several.
  */
final class FileWriteRecorder {
  private val event = "jdk.FileWrite"
  private val recording = new Recording
  recording.enable(event).withThreshold(Duration.ZERO).withoutStackTrace()
  recording.start()

  /** @param folder for the recording, which is deleted again
    * @param group  of a file by its path; files of none are left out
    */
  def stop[K](folder: Path)(group: String => Option[K]): Map[K, FileWrites] = {
    recording.stop()
    val file = folder.resolve("writes.jfr")
    recording.dump(file)
    recording.close()
    try sum(read(file), group)
    finally Files.delete(file)
  }

  /** Writes of one file. */
  private final class Seen(first: Instant) {
    private var start = first
    private var end = first
    private var writing = Duration.ZERO
    var bytes = 0L

    def add(from: Instant, to: Instant, written: Long): Unit = {
      if (from.isBefore(start)) start = from
      if (to.isAfter(end)) end = to
      writing = writing.plus(Duration.between(from, to))
      bytes += written
    }

    def from: Instant = start
    def to: Instant = end
    def seconds: Double = FileWriteRecorder.seconds(Duration.between(start, end))
    def writingSeconds: Double = FileWriteRecorder.seconds(writing)
  }

  private def read(file: Path): Map[String, Seen] = {
    val seen = mutable.Map.empty[String, Seen]
    val events = new RecordingFile(file)
    try
      while (events.hasMoreEvents) {
        val write = events.readEvent()
        if (write.getEventType.getName == event && write.getString("path") != null)
          seen
            .getOrElseUpdate(write.getString("path"), new Seen(write.getStartTime))
            .add(write.getStartTime, write.getEndTime, write.getLong("bytesWritten"))
      }
    finally events.close()
    seen.toMap
  }

  private def sum[K](seen: Map[String, Seen], group: String => Option[K]): Map[K, FileWrites] =
    seen.toSeq.flatMap { case (path, writes) => group(path).map(_ -> writes) }.groupBy(_._1).map { case (key, found) =>
      val files = found.map(_._2)
      val all = Duration.between(files.map(_.from).min, files.map(_.to).max)
      key -> FileWrites(
        files.map(_.bytes).sum,
        FileWriteRecorder.seconds(all),
        files.map(_.seconds).sum,
        files.map(_.writingSeconds).sum
      )
    }
}

object FileWriteRecorder {
  private def seconds(duration: Duration): Double = duration.toNanos / 1e9
}
