package okibi.bench.workload

import java.nio.file.{Files, Path}
import java.time.{Duration, Instant}

import scala.collection.mutable

import jdk.jfr.Recording
import jdk.jfr.consumer.RecordingFile

/** Writes to a set of files, measured at the files.
  *
  * @param bytes          in all of them
  * @param seconds        from the beginning of the first write to the end of the last
  * @param threadSeconds  the same for each file by itself, added up
  * @param writingSeconds time inside writes
  */
final case class FileWrites(bytes: Long, seconds: Double, threadSeconds: Double, writingSeconds: Double)

/** Records writes to files from its creation to `stop`, with Flight Recorder's events. The writes are measured at the
  * file itself, whatever serializer writes and however Spark is configured, and the events tell the time inside write()
  * from the time between two writes. A timer around the block store would tell neither, and the job's time also
  * includes scheduling and reading back. An event costs less than a microsecond; a write of the smallest buffer in
  * question, 8 KiB, costs several.
  */
final class FileWriteRecorder {
  private val event = "jdk.FileWrite"
  private val recording = new Recording
  recording.enable(event).withThreshold(Duration.ZERO).withoutStackTrace()
  recording.start()

  /** @param folder for the recording, which is deleted afterwards
    * @param group  of a file by its path; files without a group are left out
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
  private final class FileTotals(first: Instant) {
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

  private def read(file: Path): Map[String, FileTotals] = {
    val totals = mutable.Map.empty[String, FileTotals]
    val events = new RecordingFile(file)
    try
      while (events.hasMoreEvents) {
        val write = events.readEvent()
        if (write.getEventType.getName == event && write.getString("path") != null)
          totals
            .getOrElseUpdate(write.getString("path"), new FileTotals(write.getStartTime))
            .add(write.getStartTime, write.getEndTime, write.getLong("bytesWritten"))
      }
    finally events.close()
    totals.toMap
  }

  private def sum[K](totals: Map[String, FileTotals], group: String => Option[K]): Map[K, FileWrites] =
    totals.toSeq.flatMap { case (path, writes) => group(path).map(_ -> writes) }.groupBy(_._1).map {
      case (key, found) =>
        val files = found.map(_._2)
        val span = Duration.between(files.map(_.from).min, files.map(_.to).max)
        key -> FileWrites(
          files.map(_.bytes).sum,
          FileWriteRecorder.seconds(span),
          files.map(_.seconds).sum,
          files.map(_.writingSeconds).sum
        )
    }
}

object FileWriteRecorder {
  private def seconds(duration: Duration): Double = duration.toNanos / 1e9
}
