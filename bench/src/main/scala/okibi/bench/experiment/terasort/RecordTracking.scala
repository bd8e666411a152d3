package okibi.bench.experiment.terasort

import scala.annotation.nowarn
import scala.jdk.CollectionConverters._

import org.apache.hadoop.conf.Configuration
import org.apache.hadoop.fs.{FileSystem, Path}
import org.apache.hadoop.mapreduce.counters.GenericCounter

/** Repeats what Hadoop's tasks do for each record beside the work on it: they read the statistics of the file system
  * before and after, count, and report their progress. `MapTask.NewTrackingRecordReader` and
  * `ReduceTask.NewTrackingRecordWriter` add this to readers and writers, but only Hadoop can create these classes.
  *
  * @param path on the file system
  */
private[terasort] final class RecordTracking(conf: Configuration, path: Path) {
  @nowarn("cat=deprecation") // Tasks call this method.
  private val statistics: Array[FileSystem.Statistics] = {
    val scheme = path.getFileSystem(conf).makeQualified(path).toUri.getScheme
    FileSystem.getAllStatistics.asScala.filter(_.getScheme == scheme).toArray
  }

  def input(records: Long): Unit = {
    val progress = new TaskProgress
    track(records)(() => sum(_.getBytesRead))(record => progress.set(record.toFloat / records))
  }

  def output(records: Long): Unit = track(records)(() => sum(_.getBytesWritten))(_ => ())

  private def sum(value: FileSystem.Statistics => Long): Long = {
    var total = 0L
    statistics.foreach(total += value(_))
    total
  }

  private def track(records: Long)(moved: () => Long)(afterRecord: Long => Unit): Unit = {
    val (count, bytes) = (new GenericCounter, new GenericCounter)
    var record = 0L
    while (record < records) {
      val before = moved()
      bytes.increment(moved() - before)
      count.increment(1)
      record += 1
      afterRecord(record)
    }
  }
}
