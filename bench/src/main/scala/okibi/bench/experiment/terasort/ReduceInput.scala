package okibi.bench.experiment.terasort

import java.io.InputStream
import java.net.{InetAddress, InetSocketAddress, Socket}
import java.nio.channels.{FileChannel, ServerSocketChannel}
import java.nio.file.{Files, Path, StandardOpenOption}
import java.util.{ArrayList, Arrays, SplittableRandom}

import scala.jdk.CollectionConverters._

import org.apache.hadoop.conf.Configuration
import org.apache.hadoop.fs.{FileSystem, Path => HadoopPath}
import org.apache.hadoop.io.{DataInputBuffer, RawComparator, Text}
import org.apache.hadoop.mapred.{IFile, IFileInputStream, JobConf, Merger, RawKeyValueIterator}
import org.apache.hadoop.mapreduce.{RecordWriter, TaskAttemptContext, TaskAttemptID, TaskType}
import org.apache.hadoop.mapreduce.counters.GenericCounter
import org.apache.hadoop.mapreduce.task.{ReduceContextImpl, TaskAttemptContextImpl}
import org.apache.hadoop.mapreduce.task.reduce.InMemoryReader
import org.apache.hadoop.util.{Progress, Progressable}

/** The input of a reduce task: sorted outputs of map tasks, fetched and merged as the task does, without the rest of
  * the task.
  *
  * @param segments number of map tasks whose outputs are merged
  * @param records  number of records in all outputs, those of TeraSort
  */
private[terasort] final class ReduceInput(conf: Configuration, folder: Path, segments: Int, records: Long, seed: Long) {
  private val job = new JobConf(conf)
  private val files = FileSystem.getLocal(job).getRaw
  private val idle: Progressable = () => ()
  private val attempt = new TaskAttemptID("bench", 1, TaskType.REDUCE, 0, 0)
  private val inputs: Seq[Path] = (0 until segments).map(segment => write(segment))

  /** Bytes of keys and values. */
  val bytes: Long = records / segments * segments * (ReduceInput.keyBytes + ReduceInput.valueBytes)

  private def write(segment: Int): Path = {
    val random = new SplittableRandom(seed + segment)
    val keys = Array.fill((records / segments).toInt) {
      val key = new Array[Byte](ReduceInput.keyBytes)
      random.nextBytes(key)
      key
    }
    Arrays.sort(keys, (a: Array[Byte], b: Array[Byte]) => Arrays.compareUnsigned(a, b))
    val file = folder.resolve(s"segment-$segment")
    val writer = writerOf(file)
    val (key, value) = (new Text, new Text(new Array[Byte](ReduceInput.valueBytes)))
    keys.foreach { bytes =>
      key.set(bytes)
      writer.append(key, value)
    }
    writer.close()
    file
  }

  private def writerOf(file: Path) = new IFile.Writer[Text, Text](
    job,
    files.create(new HadoopPath(file.toUri)),
    classOf[Text],
    classOf[Text],
    null,
    null,
    true
  )

  /** Copies all outputs over the loopback interface into memory, one after the other, and verifies their checksums. */
  def fetched(): Iterator[Array[Byte]] = inputs.iterator.map { file =>
    val server = ServerSocketChannel.open().bind(new InetSocketAddress(InetAddress.getLoopbackAddress, 0))
    try {
      val sender = new Thread((() => send(server, file)): Runnable, "okibi-bench-shuffle")
      sender.setDaemon(true)
      sender.start()
      val socket = new Socket(InetAddress.getLoopbackAddress, server.socket.getLocalPort)
      try receive(socket.getInputStream, Files.size(file))
      finally socket.close()
    } finally server.close()
  }

  /** Sends a file without copying it into this process, as the shuffle's servers do. */
  private def send(server: ServerSocketChannel, file: Path): Unit = {
    val to = server.accept()
    try {
      val from = FileChannel.open(file, StandardOpenOption.READ)
      try {
        var at = 0L
        while (at < from.size) at += from.transferTo(at, from.size - at, to)
      } finally from.close()
    } finally to.close()
  }

  private def receive(in: InputStream, length: Long): Array[Byte] = {
    val checked = new IFileInputStream(in, length, job)
    val memory = new Array[Byte]((length - checksumBytes).toInt)
    org.apache.hadoop.io.IOUtils.readFully(checked, memory, 0, memory.length)
    memory
  }

  private val checksumBytes = 4

  /** Merges fetched outputs in memory, and hands all records to a reducer. */
  def mergeFetched(outputs: Seq[Array[Byte]]): Unit =
    reduce(
      merge(
        outputs.map(bytes =>
          new Merger.Segment(new InMemoryReader[Text, Text](null, attempt, bytes, 0, bytes.length, job), true)
        )
      )
    )

  /** Merges outputs that do not fit memory to a file, from which a reducer gets its records. */
  def mergeFiles(): Unit = {
    val merged = folder.resolve("merged")
    val writer = writerOf(merged)
    Merger.writeFile(merge(inputs.map(segmentOf)), writer, idle, job)
    writer.close()
    reduce(merge(Seq(segmentOf(merged))))
  }

  private def segmentOf(file: Path) =
    new Merger.Segment[Text, Text](job, files, new HadoopPath(file.toUri), null, false)

  private def merge(segments: Seq[Merger.Segment[Text, Text]]): RawKeyValueIterator = Merger.merge(
    job,
    files,
    classOf[Text],
    classOf[Text],
    new ArrayList(segments.asJava),
    math.max(2, segments.size),
    new HadoopPath(folder.resolve("merging").toUri),
    order,
    idle,
    null,
    null,
    null
  )

  private def order = new Text.Comparator().asInstanceOf[RawComparator[Text]]

  /** Adds what a reduce task does for each record: it reports its progress. */
  private def reported(sorted: RawKeyValueIterator): RawKeyValueIterator = new RawKeyValueIterator {
    private val progress = new TaskProgress

    override def next(): Boolean = {
      val more = sorted.next()
      progress.set(sorted.getProgress.getProgress)
      more
    }
    override def getKey: DataInputBuffer = sorted.getKey
    override def getValue: DataInputBuffer = sorted.getValue
    override def getProgress: Progress = sorted.getProgress
    override def close(): Unit = sorted.close()
  }

  /** Reads keys and values one by one, as TeraSort's reducer does, which writes each of them. */
  private def reduce(sorted: RawKeyValueIterator): Unit = {
    val nowhere = new RecordWriter[Text, Text] {
      override def write(key: Text, value: Text): Unit = ()
      override def close(context: TaskAttemptContext): Unit = ()
    }
    val context = new ReduceContextImpl[Text, Text, Text, Text](
      job,
      attempt,
      reported(sorted),
      new GenericCounter,
      new GenericCounter,
      nowhere,
      null,
      new TaskAttemptContextImpl.DummyReporter,
      order,
      classOf[Text],
      classOf[Text]
    )
    while (context.nextKey()) context.getValues.forEach(value => context.write(context.getCurrentKey, value))
    sorted.close()
  }
}

private object ReduceInput {
  private val keyBytes = 10
  private val valueBytes = 90
}
