package okibi.bench.experiment.terasort

import scala.annotation.nowarn
import scala.jdk.CollectionConverters._

import org.apache.hadoop.conf.Configuration
import org.apache.hadoop.fs.{FileSystem, Path}
import org.apache.hadoop.mapreduce.counters.GenericCounter

/** What tasks of Hadoop do for each record beside the work on it: they look at the statistics of the file system before and after, count, and say
  * how far they are. It is what `MapTask.NewTrackingRecordReader` and `ReduceTask.NewTrackingRecordWriter` add to readers and writers, whose classes only Hadoop can make.
  *
  * @param path on the file system
  */
private[terasort] final class RecordTracking(conf: Configuration, path: Path) {
  @nowarn("cat=deprecation") // It is what tasks call.
  private val statistics: Array[FileSystem.Statistics] = {
    val scheme = path.getFileSystem(conf).makeQualified(path).toUri.getScheme
    FileSystem.getAllStatistics.asScala.filter(_.getScheme == scheme).toArray
  }

  def input(records: Long): Unit = {
    val progress = new TaskProgress
    track(records)(() => sum(_.getBytesRead))(record => progress.set(record.toFloat / records))
  }

  def output(records: Long): Unit = track(records)(() => sum(_.getBytesWritten))(_ => ())

  private def sum(of: FileSystem.Statistics => Long): Long = {
    var all = 0L
    statistics.foreach(all += of(_))
    all
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
