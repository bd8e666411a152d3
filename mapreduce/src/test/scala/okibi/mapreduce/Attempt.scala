package okibi.mapreduce

import java.nio.file.{Files, Path, Paths}
import java.util.Comparator

import org.apache.hadoop.io.Writable
import org.apache.hadoop.mapred.{JobConf, MapOutputCollector, MapTask, TaskAttemptID}
import org.apache.hadoop.mapreduce.{MRConfig, MRJobConfig, TaskCounter, TaskType}
import org.apache.hadoop.mapreduce.split.JobSplit.TaskSplitIndex
import org.apache.hadoop.util.Progress

/** One attempt of a map task with a folder of its own, without a mapper. */
final class Attempt(val conf: JobConf, val folder: Path) {
  conf.set(MRConfig.LOCAL_DIR, folder.toString)

  private val task = new MapTask("", new TaskAttemptID("test", 1, TaskType.MAP, 0, 0), 0, new TaskSplitIndex(), 1) {
    private val sorting = new Progress
    override def getSortPhase: Progress = sorting
  }
  task.setConf(conf)
  val context = new MapOutputCollector.Context(task, conf, new task.TaskReporter(new Progress, null))

  def counter(name: TaskCounter): Long = context.getReporter.getCounter(name).getValue

  /** Files below its folder. */
  def files: Seq[Path] = Attempt.files(folder)

  def collect[C <: MapOutputCollector[Writable, Writable]](collector: C, records: Iterator[MapRecord]): C = {
    collector.init(context)
    records.foreach(record => collector.collect(record.key, record.value, record.partition))
    collector
  }

  /** Collects everything, and reads what came of it. */
  def run(collector: MapOutputCollector[Writable, Writable], records: Iterator[MapRecord]): CollectedOutput = {
    collect(collector, records).flush()
    collector.close()
    CollectedOutput.read(this)
  }
}

final case class MapRecord(key: Writable, value: Writable, partition: Int)

object Attempt {
  private lazy val scratch = Files.createDirectories(Paths.get(System.getProperty("java.io.tmpdir")))

  /** A job without input, with a buffer of one megabyte. */
  def job(keys: Class[_], values: Class[_], partitions: Int = 1): JobConf = {
    val conf = new JobConf
    conf.setMapOutputKeyClass(keys)
    conf.setMapOutputValueClass(values)
    conf.setNumReduceTasks(partitions)
    conf.setInt(MRJobConfig.IO_SORT_MB, 1)
    conf.set("hadoop.tmp.dir", scratch.resolve("hadoop").toString)
    conf
  }

  /** An attempt of a copy of the job in a new folder, which is deleted afterwards. */
  def in[T](job: JobConf)(body: Attempt => T): T = on(new JobConf(job))(body)

  /** An attempt of this very job. */
  def on[T](job: JobConf)(body: Attempt => T): T = {
    val folder = Files.createTempDirectory(scratch, "attempt")
    try body(new Attempt(job, folder))
    finally delete(folder)
  }

  def ours(): PrefixSortCollector[Writable, Writable] = new PrefixSortCollector
  def hadoops(): MapTask.MapOutputBuffer[Writable, Writable] = new MapTask.MapOutputBuffer

  def files(folder: Path): Seq[Path] = walk(folder).filter(Files.isRegularFile(_))

  def delete(folder: Path): Unit = walk(folder).reverse.foreach(Files.deleteIfExists(_))

  private def walk(folder: Path): Seq[Path] = {
    val paths = Files.walk(folder)
    try paths.sorted(Comparator.naturalOrder[Path]()).toArray(new Array[Path](_)).toSeq
    finally paths.close()
  }
}
