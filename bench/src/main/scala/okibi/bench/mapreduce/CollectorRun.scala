package okibi.bench.mapreduce

import java.nio.file.Path
import java.util.SplittableRandom

import okibi.bench.runner.RunScope
import okibi.core.filter.Hash64

import org.apache.hadoop.conf.Configuration
import org.apache.hadoop.fs.FileSystem
import org.apache.hadoop.io.{DataInputBuffer, RawComparator, Text, Writable}
import org.apache.hadoop.mapred.{IFile, JobConf, MapOutputCollector, MapTask, SpillRecord, Task, TaskAttemptID}
import org.apache.hadoop.mapreduce.{MRConfig, MRJobConfig, TaskType}
import org.apache.hadoop.mapreduce.split.JobSplit.TaskSplitIndex
import org.apache.hadoop.util.{Progress, ReflectionUtils}

/** The output of a map task, collected, sorted, spilled and merged to one file by a collector of Hadoop's interface,
  * without the rest of the task. Not thread-safe.
  *
  * @param collector name of its class
  * @param bufferMb  size of the collector's buffer
  * @param folder    for spills and the file; emptied before each run
  */
private[bench] final class CollectorRun(
    collector: String,
    kind: SortKind,
    records: Long,
    bufferMb: Int,
    folder: Path,
    seed: Long,
    partitions: Int = CollectorRun.partitions
) {
  private val conf = new JobConf(new Configuration)
  conf.set(MRConfig.LOCAL_DIR, folder.toString)
  conf.setInt(MRJobConfig.IO_SORT_MB, bufferMb)
  conf.setNumReduceTasks(partitions)
  conf.setMapOutputKeyClass(kind.keyClass)
  conf.setMapOutputValueClass(classOf[Text])
  conf.setCompressMapOutput(false)

  /** Collects random records and waits for the file.
    *
    * @return nanoseconds until merging beganNs, 0 when there was nothing to merge or the collector does not report it;
    *         and until the end
    */
  def run(): CollectorRun.Times = {
    RunScope.delete(folder)
    java.nio.file.Files.createDirectories(folder)
    val watch = new CollectorRun.MergeWatch
    val task = new MapTask("", new TaskAttemptID("bench", 1, TaskType.MAP, 0, 0), 0, new TaskSplitIndex, 1) {
      override def getSortPhase: Progress = watch
    }
    task.setConf(conf)
    val reporter = new task.TaskReporter(new Progress, null)
    val output =
      ReflectionUtils.newInstance(Class.forName(collector), conf).asInstanceOf[MapOutputCollector[Writable, Writable]]
    val start = System.nanoTime
    output.init(new MapOutputCollector.Context(task, conf, reporter))
    val random = new SplittableRandom(seed)
    val value = kind.value
    var record = 0L
    while (record < records) {
      output.collect(kind.key(random), value, kind.partition(partitions))
      record += 1
    }
    output.flush()
    output.close()
    val end = System.nanoTime
    lastTask = task
    CollectorRun.Times(if (watch.beganNs == 0) 0 else watch.beganNs - start, end - start)
  }

  private var lastTask: Task = _

  /** Reads the output of the last run and checks that it is sorted.
    *
    * @return a hash that is the same for the same records, with equal keys in any order
    * @throws IllegalStateException when the output is not sorted
    */
  def answer(): Long = {
    val files = FileSystem.getLocal(conf).getRaw
    val file = lastTask.getMapOutputFile.getOutputFile
    val index = new SpillRecord(lastTask.getMapOutputFile.getOutputIndexFile, conf)
    val in = files.open(file)
    try {
      (0 until index.size).map { partition =>
        val place = index.getIndex(partition)
        in.seek(place.startOffset)
        val reader = new IFile.Reader[Writable, Writable](conf, in, place.partLength, null, null)
        31L * partition + partitionHash(reader)
      }.sum
    } finally in.close()
  }

  private def partitionHash(reader: IFile.Reader[Writable, Writable]): Long = {
    val (key, value) = (new DataInputBuffer, new DataInputBuffer)
    val order = conf.getOutputKeyComparator.asInstanceOf[RawComparator[Writable]]
    var before = Array.emptyByteArray
    var hash = 0L
    while (reader.nextRawKey(key)) {
      reader.nextRawValue(value)
      val now = bytes(key)
      if (before.nonEmpty && order.compare(before, 0, before.length, now, 0, now.length) > 0)
        throw new IllegalStateException(s"$collector: its output is not sorted (${kind.name})")
      before = now
      hash += Hash64.ofLong(31L * java.util.Arrays.hashCode(now) + java.util.Arrays.hashCode(bytes(value)))
    }
    hash
  }

  private def bytes(buffer: DataInputBuffer): Array[Byte] =
    java.util.Arrays.copyOfRange(buffer.getData, buffer.getPosition, buffer.getLength)
}

private[bench] object CollectorRun {
  private val partitions = 8

  /** Class name of Hadoop's own collector. */
  val hadoop = "org.apache.hadoop.mapred.MapTask$MapOutputBuffer"

  final case class Times(untilMergeNs: Long, allNs: Long)

  /** Hadoop's collectors divide this phase into one for each partition when they begin to merge. */
  private final class MergeWatch extends Progress {
    @volatile var beganNs = 0L

    override def addPhases(count: Int): Unit = {
      beganNs = System.nanoTime
      super.addPhases(count)
    }
  }
}
