package okibi.bench.experiment.primitives

import java.io.FileInputStream
import java.lang.ProcessBuilder.Redirect
import java.net.URI
import java.nio.{ByteBuffer, ByteOrder}
import java.nio.channels.FileChannel
import java.nio.file.{Files, Path, StandardOpenOption}
import java.util.SplittableRandom
import java.util.function.LongSupplier

import okibi.bench.mapreduce.CpuSplit
import okibi.bench.protocol.JobRequest
import okibi.bench.runner.WholeFile

import org.apache.hadoop.conf.Configuration
import org.apache.hadoop.fs.{CreateFlag, FileContext, Options, Path => HadoopPath}

/** Reads a file from its beginning to its end, in blocks of 128 KiB as `cat` does, without looking at the bytes. Mapped
  * memory is the exception: its bytes must be touched to be read at all, eight at a time.
  *
  * Arguments beside those of [[PrimitiveJob]]: bytes, seed. The way is one of [[ReadingJob.ways]]. Further metrics:
  * those of [[CpuSplit]] for this process and the programs that it waited for, as `reader.*`, and for HDFS's data
  * nodes, as `server.*`.
  */
object ReadingJob extends PrimitiveJob {
  val cat = "cat"
  val stream = "FileInputStream"
  val channel = "FileChannel"
  val mapped = "mapped memory"
  val localFs = "Hadoop LocalFs"
  val hdfs = "HDFS, loopback"
  val ways: Seq[String] = Seq(cat, stream, channel, mapped, localFs, hdfs)

  /** Setting for the address of an HDFS. */
  val hdfsKey = "bench.primitives.hdfs"

  /** Setting for the process numbers of its data nodes, separated by commas. */
  val serversKey = "bench.primitives.servers"

  private val blockBytes = 128 << 10

  /** Number of times that one `cat` reads the file, because a program's start is no part of reading. */
  private val repeatsOfCat = 8

  override protected def prepare(request: JobRequest): PrimitiveWork = {
    val bytes = request.long("bytes")
    val file = data(PrimitiveJob.folder(request), bytes, request.long("seed"))
    val way = PrimitiveJob.way(request)
    val pass: LongSupplier = way match {
      case `cat` => () => catOf(file)
      case `stream` => () => streamOf(file)
      case `channel` => () => channelOf(file)
      case `mapped` => () => mappedOf(file)
      case `localFs` =>
        hadoop(FileContext.getFileContext(URI.create("file:///"), new Configuration), new HadoopPath(file.toUri))
      case `hdfs` => onHdfs(request, file)
    }
    val servers = request.setting(serversKey).toSeq.flatMap(_.split(',')).map(_.toLong).filter(_ => way == hdfs)
    val seconds = request.args("timing")("millis").num * request.args("timing")("iterations").num / 1e3
    PrimitiveWork(
      Seq(Measurement("read", bytes, 1, pass, if (way == cat) repeatsOfCat else 1)),
      answer = bytes.toDouble,
      furtherMetrics = () => CpuSplit.during(seconds, servers)(pass)
    )
  }

  /** The file that all ways read. The first way makes it. */
  private def data(folder: Path, bytes: Long, seed: Long): Path = {
    val file = folder.resolve(s"random-$bytes")
    if (!Files.exists(file)) WholeFile.write(file)(write(_, bytes, seed))
    file
  }

  private def write(file: Path, bytes: Long, seed: Long): Unit = {
    val random = new SplittableRandom(seed)
    val block = ByteBuffer.allocate(blockBytes)
    val out = Files.newOutputStream(file)
    try
      for (at <- 0L until bytes by blockBytes.toLong) {
        block.clear()
        while (block.hasRemaining) block.putLong(random.nextLong())
        out.write(block.array, 0, math.min(blockBytes.toLong, bytes - at).toInt)
      }
    finally out.close()
  }

  private def catOf(file: Path): Long = {
    val process = new ProcessBuilder("cat" +: Seq.fill(repeatsOfCat)(file.toString): _*)
      .redirectOutput(Redirect.DISCARD)
      .redirectError(Redirect.INHERIT)
      .start()
    val exitCode = process.waitFor()
    if (exitCode != 0) throw new IllegalStateException(s"cat $file: ended with exit code $exitCode")
    repeatsOfCat
  }

  private def streamOf(file: Path): Long = {
    val in = new FileInputStream(file.toFile)
    try drain(in.read(_))
    finally in.close()
  }

  private def channelOf(file: Path): Long = {
    val in = FileChannel.open(file, StandardOpenOption.READ)
    try {
      val block = direct.get
      var total = 0L
      block.clear()
      var count = in.read(block)
      while (count >= 0) {
        total += count
        block.clear()
        count = in.read(block)
      }
      total
    } finally in.close()
  }

  private val direct: ThreadLocal[ByteBuffer] = ThreadLocal.withInitial(() => ByteBuffer.allocateDirect(blockBytes))

  private def mappedOf(file: Path): Long = {
    val in = FileChannel.open(file, StandardOpenOption.READ)
    try {
      var sum = 0L
      val size = in.size
      for (from <- 0L until size by mapBytes) {
        val map = in
          .map(FileChannel.MapMode.READ_ONLY, from, math.min(mapBytes, size - from))
          .order(ByteOrder.nativeOrder)
          .asLongBuffer()
        var i = 0
        while (i < map.limit()) {
          sum += map.get(i)
          i += 1
        }
      }
      sum
    } finally in.close()
  }

  /** Largest size of a mapping: a buffer has no more positions. */
  private val mapBytes = 1L << 30

  private def hadoop(context: FileContext, path: HadoopPath): LongSupplier = () => {
    val in = context.open(path)
    try drain(in.read(_))
    finally in.close()
  }

  /** Reads from an HDFS. The file is copied to it first if it is not there yet. */
  private def onHdfs(request: JobRequest, file: Path): LongSupplier = {
    val address = request
      .setting(hdfsKey)
      .getOrElse(throw new IllegalArgumentException(s"$hdfsKey: got none. The variant must name an HDFS."))
    val context = FileContext.getFileContext(URI.create(address), new Configuration)
    val path = new HadoopPath(s"$address/${file.getFileName}")
    if (!context.util.exists(path)) {
      val out = context.create(
        path,
        java.util.EnumSet.of(CreateFlag.CREATE),
        Options.CreateOpts.createParent(),
        Options.CreateOpts.repFac(1.toShort)
      )
      try Files.copy(file, out)
      finally out.close()
    }
    hadoop(context, path)
  }

  private def drain(read: Array[Byte] => Int): Long = {
    val block = heap.get
    var total = 0L
    var count = read(block)
    while (count >= 0) {
      total += count
      count = read(block)
    }
    total
  }

  private val heap: ThreadLocal[Array[Byte]] = ThreadLocal.withInitial(() => new Array[Byte](blockBytes))
}
