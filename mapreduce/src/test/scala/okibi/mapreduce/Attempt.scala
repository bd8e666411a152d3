package okibi.mapreduce

import java.io.IOException
import java.nio.file.{FileVisitResult, Files, NoSuchFileException, Path, Paths, SimpleFileVisitor}
import java.nio.file.attribute.BasicFileAttributes

import org.apache.hadoop.io.Writable
import org.apache.hadoop.mapred.{JobConf, MapOutputCollector, MapTask, TaskAttemptID}
import org.apache.hadoop.mapreduce.{MRConfig, MRJobConfig, TaskCounter, TaskType}
import org.apache.hadoop.mapreduce.split.JobSplit.TaskSplitIndex
import org.apache.hadoop.util.Progress

/** An attempt of a map task without a mapper, with its own folder. */
final class Attempt(val conf: JobConf, val folder: Path) {
  conf.set(MRConfig.LOCAL_DIR, folder.toString)

  private val task = new MapTask("", new TaskAttemptID("test", 1, TaskType.MAP, 0, 0), 0, new TaskSplitIndex(), 1) {
    private val sorting = new Progress
    override def getSortPhase: Progress = sorting
  }
  task.setConf(conf)
  val context = new MapOutputCollector.Context(task, conf, new task.TaskReporter(new Progress, null))

  def counter(name: TaskCounter): Long = context.getReporter.getCounter(name).getValue

  /** The files below the folder of the attempt. */
  def files: Seq[Path] = Attempt.files(folder)

  def collect[C <: MapOutputCollector[Writable, Writable]](collector: C, records: Iterator[MapRecord]): C = {
    collector.init(context)
    records.foreach(record => collector.collect(record.key, record.value, record.partition))
    collector
  }

  /** Collects all records and reads the map output. */
  def run(collector: MapOutputCollector[Writable, Writable], records: Iterator[MapRecord]): CollectedOutput = {
    collect(collector, records).flush()
    collector.close()
    CollectedOutput.read(this)
  }
}

/** A record as a mapper emits it, with its partition. */
final case class MapRecord(key: Writable, value: Writable, partition: Int)

object Attempt {
  private lazy val scratch = Files.createDirectories(Paths.get(System.getProperty("java.io.tmpdir")))

  /** A new folder for a test, which the caller deletes. */
  def newFolder(): Path = Files.createTempDirectory(scratch, "attempt")

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

  /** Runs the body with an attempt of a copy of the job in a new folder, and deletes the folder afterwards. */
  def in[T](job: JobConf)(body: Attempt => T): T = on(new JobConf(job))(body)

  /** Runs the body with an attempt of the job itself, which it changes, and deletes its folder afterwards. */
  def on[T](job: JobConf)(body: Attempt => T): T = {
    val folder = newFolder()
    try body(new Attempt(job, folder))
    finally delete(folder)
  }

  /** The map output of a copy of the job with Okibi's collector. */
  def runOkibi(job: JobConf, records: Iterator[MapRecord]): CollectedOutput =
    in(job)(_.run(okibiCollector(), records))

  /** The map output of a copy of the job with Hadoop's own collector. */
  def runHadoop(job: JobConf, records: Iterator[MapRecord]): CollectedOutput =
    in(job)(_.run(hadoopCollector(), records))

  def okibiCollector(): PrefixSortCollector[Writable, Writable] = new PrefixSortCollector
  def hadoopCollector(): MapTask.MapOutputBuffer[Writable, Writable] = new MapTask.MapOutputBuffer

  def files(folder: Path): Seq[Path] = walk(folder).filter(Files.isRegularFile(_))

  def delete(folder: Path): Unit = walk(folder).reverse.foreach(Files.deleteIfExists(_))

  /** The folder and all below it, in the order of their names. Skips what another thread deletes meanwhile: Hadoop's
    * local runner still deletes files when a job is complete.
    */
  private def walk(folder: Path): Seq[Path] = {
    val found = Seq.newBuilder[Path]
    Files.walkFileTree(
      folder,
      new SimpleFileVisitor[Path] {
        override def preVisitDirectory(path: Path, is: BasicFileAttributes): FileVisitResult = take(path)
        override def visitFile(path: Path, is: BasicFileAttributes): FileVisitResult = take(path)
        override def visitFileFailed(path: Path, error: IOException): FileVisitResult = skipped(error)
        override def postVisitDirectory(path: Path, error: IOException): FileVisitResult = skipped(error)

        private def take(path: Path): FileVisitResult = {
          found += path
          FileVisitResult.CONTINUE
        }

        private def skipped(error: IOException): FileVisitResult = error match {
          case null | _: NoSuchFileException => FileVisitResult.CONTINUE
          case other => throw other
        }
      }
    )
    found.result().sorted
  }
}
