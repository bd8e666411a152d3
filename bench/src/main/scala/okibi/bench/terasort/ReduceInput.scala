package okibi.bench.terasort

import java.io.InputStream
import java.net.{InetAddress, InetSocketAddress, Socket}
import java.nio.channels.{FileChannel, ServerSocketChannel}
import java.nio.file.{Files, Path, StandardOpenOption}
import java.util.{Arrays, SplittableRandom}

import org.apache.hadoop.conf.Configuration
import org.apache.hadoop.fs.{FileSystem, Path => HadoopPath}
import org.apache.hadoop.io.{DataInputBuffer, RawComparator, Text}
import org.apache.hadoop.mapred.{IFile, IFileInputStream, JobConf, Merger, RawKeyValueIterator}
import org.apache.hadoop.util.Progressable

/** Sorted outputs of map tasks, fetched and merged as a reduce task does it, without the rest of the task.
  *
  * @param segments map tasks whose outputs are merged
  * @param records  of all of them, TeraSort's
  */
private[terasort] final class ReduceInput(conf: Configuration, folder: Path, segments: Int, records: Long, seed: Long) {
  private val job = new JobConf(conf)
  private val files = FileSystem.getLocal(job).getRaw
  private val idle: Progressable = () => ()
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

  private def writerOf(file: Path) = new IFile.Writer[Text, Text](job, files.create(new HadoopPath(file.toUri)), classOf[Text], classOf[Text], null, null, true)

  /** Copies all outputs over the loopback interface into memory, and checks them as they come. */
  def fetch(): Unit = inputs.foreach { file =>
    val server = ServerSocketChannel.open().bind(new InetSocketAddress(InetAddress.getLoopbackAddress, 0))
    try {
      val sender = new Thread((() => send(server, file)): Runnable, "okibi-bench-shuffle")
      sender.setDaemon(true)
      sender.start()
      val socket = new Socket(InetAddress.getLoopbackAddress, server.socket.getLocalPort)
      try receive(socket.getInputStream, Files.size(file)) finally socket.close()
    } finally server.close()
  }

  /** Without a copy into this process, as the shuffle's servers do. */
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

  private def receive(in: InputStream, length: Long): Unit = {
    val checked = new IFileInputStream(in, length, job)
    val memory = new Array[Byte]((length - checksumBytes).toInt)
    org.apache.hadoop.io.IOUtils.readFully(checked, memory, 0, memory.length)
  }

  private val checksumBytes = 4

  /** Merges all outputs and reads the records as keys and values, when they do not fit memory after they went to a file. */
  def merge(inMemory: Boolean): Unit = {
    val all = open(if (inMemory) inputs else Seq(mergedFile()))
    val (key, value) = (new Text, new Text)
    while (all.next()) {
      key.readFields(all.getKey)
      value.readFields(all.getValue)
    }
    all.close()
  }

  private def mergedFile(): Path = {
    val merged = folder.resolve("merged")
    val writer = writerOf(merged)
    Merger.writeFile(open(inputs), writer, idle, job)
    writer.close()
    merged
  }

  private def open(from: Seq[Path]): RawKeyValueIterator = Merger.merge(job, files, classOf[Text], classOf[Text], null, from.map(file => new HadoopPath(file.toUri)).toArray,
    false, math.max(2, from.size), new HadoopPath(folder.resolve("merging").toUri), new Text.Comparator().asInstanceOf[RawComparator[Text]], idle, null, null, null)
}

private object ReduceInput {
  private val keyBytes = 10
  private val valueBytes = 90
}
