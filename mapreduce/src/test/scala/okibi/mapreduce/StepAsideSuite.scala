package okibi.mapreduce

import java.io.{ByteArrayOutputStream, PrintStream}
import java.nio.file.{Files, Paths}

import scala.concurrent.duration._

import munit.FunSuite

import okibi.mapreduce.memory.{Memory, NoMemoryError}

import org.apache.hadoop.fs.{FileSystem, LocalFileSystem, RawLocalFileSystem}
import org.apache.hadoop.io.{IntWritable, RawComparator, Text}
import org.apache.hadoop.io.serializer.JavaSerialization
import org.apache.hadoop.mapred.JobConf
import org.apache.hadoop.mapreduce.MRJobConfig
import org.apache.hadoop.util.{IndexedSortable, IndexedSorter, Progressable, QuickSort}

class StepAsideSuite extends FunSuite {
  override val munitTimeout: Duration = 5.minutes

  private def records: Iterator[MapRecord] =
    (0 until 30000).iterator.map(i => MapRecord(new Text(s"key ${i * 7919 % 30000}"), new IntWritable(i), 0))

  private def job(set: JobConf => Unit): JobConf = {
    val job = Attempt.job(classOf[Text], classOf[IntWritable])
    set(job)
    job
  }

  /** What was logged meanwhile that names Hadoop's own collector. */
  private def logged(body: => Unit): Seq[String] = {
    val bytes = new ByteArrayOutputStream
    val before = System.err
    System.setErr(new PrintStream(bytes, true))
    try body
    finally System.setErr(before)
    bytes.toString("UTF-8").split('\n').toSeq.filter(_.contains("is left to Hadoop's own collector"))
  }

  /** All of it collected, with one line that gives the reason. */
  private def assertHandedOver(reason: StepAsideReason, job: => JobConf): Unit = {
    val lines = logged(assertEquals(Attempt.on(job)(_.run(Attempt.ours(), records)).partitions.map(_.size), Seq(30000)))
    assertEquals(lines.size, 1, lines.toString)
    assert(lines.head.endsWith(reason.text), lines.head)
  }

  test("a machine whose memory cannot be had by address") {
    val processor = sys.props("os.arch")
    sys.props("os.arch") = "s390"
    try assertHandedOver(StepAsideReason.MACHINE, job(_ => ()))
    finally sys.props("os.arch") = processor
  }

  test("a sorter of the job's own: Hadoop's collector calls it") {
    assertHandedOver(
      StepAsideReason.SORTER,
      job(_.setClass(MRJobConfig.MAP_SORT_CLASS, classOf[CountingSorter], classOf[IndexedSorter]))
    )
    assert(CountingSorter.calls > 0)
  }

  /** Of what Hadoop's collector cannot do either. */
  private def refused(reason: StepAsideReason, set: JobConf => Unit): Throwable = {
    var error: Throwable = null
    val lines = logged { error = intercept[Exception](Attempt.in(job(set))(_.run(Attempt.ours(), records))) }
    assertEquals(lines.size, 1, lines.toString)
    assert(lines.head.endsWith(reason.text), lines.head)
    error
  }

  test("settings out of range: Hadoop's collector says what it wants") {
    Seq[JobConf => Unit](
      _.setInt(MRJobConfig.IO_SORT_MB, 5000),
      _.setFloat(MRJobConfig.MAP_SORT_SPILL_PERCENT, 1.5f),
      _.setInt(MRJobConfig.SPILL_FILES_COUNT_LIMIT, -2)
    )
      .foreach { set =>
        val error = refused(StepAsideReason.SETTINGS, set)
        assert(error.getMessage.contains("mapreduce."), error.getMessage)
      }
  }

  test("local files that are not the disk's own") {
    assertHandedOver(
      StepAsideReason.LOCAL_FILES,
      job { job =>
        job.setClass("fs.file.impl", classOf[OtherLocalFileSystem], classOf[FileSystem])
        job.setBoolean("fs.file.impl.disable.cache", true)
      }
    )
  }

  test("keys without a serializer: Hadoop's collector fails on them") {
    refused(StepAsideReason.SERIALIZER, _.set("io.serializations", classOf[JavaSerialization].getName))
  }

  test("a container without room for the buffer beside the heap, and one with room for some of it") {
    val folder = Files.createTempDirectory(Paths.get(System.getProperty("java.io.tmpdir")), "container")
    val child = new ChildJvm(
      folder,
      ContainerMain.getClass,
      Seq("1024:100", "1024:256", "850:256"),
      Seq("-Xmx820m", "-XX:+UseG1GC"),
      Map("CONTAINER_ID" -> "container_1")
    )
    assertEquals(child.await(), 0, child.lines.mkString("\n"))
    val told = child.lines.filter(line => line.contains(" records") || line.contains("Map output of "))
    assertEquals(
      told.map(_.replaceFirst(".*Map output of \\S+ ", "")),
      Seq(
        "1024:100: 1000 records",
        "1024:256: 1000 records",
        s"is left to Hadoop's own collector: ${StepAsideReason.CONTAINER.text}",
        "850:256: 1000 records"
      )
    )
    Attempt.delete(folder)
  }

  test("no memory outside the heap") {
    assertHandedOver(StepAsideReason.NO_MEMORY, failing(new NoMemoryError(1)))
  }

  test("a method that this build of Hadoop lacks") {
    assertHandedOver(StepAsideReason.OTHER_HADOOP, failing(new NoSuchMethodError("of another Hadoop")))
  }

  test("a heap that is full is no reason: Hadoop's own collector needs more of it") {
    val error = new OutOfMemoryError("Java heap space")
    assertEquals(
      logged(assertEquals(outOfMemory(Attempt.on(failing(error))(_.run(Attempt.ours(), records))), error)),
      Nil
    )
  }

  test("memory that the system does not have is told from a full heap") {
    assert(outOfMemory(Memory.allocate(1L << 60)).isInstanceOf[NoMemoryError])
  }

  /** Which munit's own intercept leaves alone. */
  private def outOfMemory(body: => Any): OutOfMemoryError =
    try {
      body
      fail("no error")
    } catch { case e: OutOfMemoryError => e }

  /** A job that fails once, when our collector is made of it. */
  private def failing(error: Error): JobConf = new JobConf(job(_ => ())) {
    private var failed = false

    override def getOutputKeyComparator: RawComparator[_] = {
      if (!failed) {
        failed = true
        throw error
      }
      super.getOutputKeyComparator
    }
  }

  test("what it can do is not logged at all") {
    assertEquals(logged(Attempt.in(job(_ => ()))(_.run(Attempt.ours(), records))), Nil)
  }
}

/** Is not Hadoop's raw one, which is all that can be known of it. */
final class OtherLocalFileSystem extends LocalFileSystem(new OtherRawFileSystem)

final class OtherRawFileSystem extends RawLocalFileSystem

final class CountingSorter extends IndexedSorter {
  private val sorter = new QuickSort

  override def sort(entries: IndexedSortable, from: Int, to: Int): Unit = sort(entries, from, to, null)

  override def sort(entries: IndexedSortable, from: Int, to: Int, progress: Progressable): Unit = {
    CountingSorter.calls += 1
    sorter.sort(entries, from, to, progress)
  }
}

object CountingSorter {
  @volatile var calls = 0
}
