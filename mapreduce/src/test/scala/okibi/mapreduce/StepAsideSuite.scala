package okibi.mapreduce

import org.junit.experimental.categories.Category

import java.io.{ByteArrayOutputStream, PrintStream}

import okibi.mapreduce.memory.{Memory, NoMemoryError}

import org.apache.hadoop.fs.{FileSystem, LocalFileSystem, RawLocalFileSystem}
import org.apache.hadoop.io.{IntWritable, RawComparator, Text}
import org.apache.hadoop.io.serializer.JavaSerialization
import org.apache.hadoop.mapred.JobConf
import org.apache.hadoop.mapreduce.MRJobConfig
import org.apache.hadoop.util.{IndexedSortable, IndexedSorter, Progressable, QuickSort}

/** Jobs that are left to Hadoop's own collector, with a reason in the log. */
@Category(Array(classOf[Process]))
class StepAsideSuite extends AttemptFixture {
  private def records: Iterator[MapRecord] =
    (0 until 30000).iterator.map(i => MapRecord(new Text(s"key ${i * 7919 % 30000}"), new IntWritable(i), 0))

  private def job(set: JobConf => Unit): JobConf = {
    val job = Attempt.job(classOf[Text], classOf[IntWritable])
    set(job)
    job
  }

  /** The log lines of the body that leave a job to Hadoop's own collector. */
  private def logged(body: => Unit): Seq[String] = {
    val bytes = new ByteArrayOutputStream
    val before = System.err
    System.setErr(new PrintStream(bytes, true))
    try body
    finally System.setErr(before)
    bytes.toString("UTF-8").split('\n').toSeq.filter(_.contains("is left to Hadoop's own collector"))
  }

  /** Asserts that all records are collected, and that one log line gives the reason. */
  private def assertHandedOver(reason: StepAsideReason, job: => JobConf): Unit = {
    val lines = logged(
      assertEquals(Attempt.on(job)(_.run(Attempt.okibiCollector(), records)).partitions.map(_.size), Seq(30000))
    )
    assertEquals(lines.size, 1, lines.toString)
    assert(lines.head.endsWith(reason.text), lines.head)
  }

  test("a machine without access to memory by address") {
    val processor = sys.props("os.arch")
    sys.props("os.arch") = "s390"
    try assertHandedOver(StepAsideReason.MACHINE, job(_ => ()))
    finally sys.props("os.arch") = processor
  }

  test("the job's own sorter, which Hadoop's collector calls") {
    assertHandedOver(
      StepAsideReason.SORTER,
      job(_.setClass(MRJobConfig.MAP_SORT_CLASS, classOf[CountingSorter], classOf[IndexedSorter]))
    )
    assert(CountingSorter.calls > 0)
  }

  /** The error of Hadoop's collector for a job that it cannot collect either. */
  private def refused(reason: StepAsideReason, set: JobConf => Unit): Throwable = {
    var error: Throwable = null
    val lines = logged { error = intercept[Exception](Attempt.in(job(set))(_.run(Attempt.okibiCollector(), records))) }
    assertEquals(lines.size, 1, lines.toString)
    assert(lines.head.endsWith(reason.text), lines.head)
    error
  }

  test("settings out of range, which the error of Hadoop's collector names") {
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

  test("a local file system that is not Hadoop's raw one") {
    assertHandedOver(
      StepAsideReason.LOCAL_FILES,
      job { job =>
        job.setClass("fs.file.impl", classOf[OtherLocalFileSystem], classOf[FileSystem])
        job.setBoolean("fs.file.impl.disable.cache", true)
      }
    )
  }

  test("keys without a serializer, on which Hadoop's collector fails") {
    refused(StepAsideReason.SERIALIZER, _.set("io.serializations", classOf[JavaSerialization].getName))
  }

  folder.test("a container without room for the buffer beside the heap, and one with room for a part of it") { folder =>
    val child = new ForkedJvm(
      folder,
      ContainerMain.getClass,
      Seq("1024:100", "1024:256", "850:256"),
      Seq("-Xmx820m", "-XX:+UseG1GC"),
      Map("CONTAINER_ID" -> "container_1")
    )
    assertEquals(child.await(), 0, child.lines.mkString("\n"))
    val messages = child.lines.filter(line => line.contains(" records") || line.contains("Map output of "))
    assertEquals(
      messages.map(_.replaceFirst(".*Map output of \\S+ ", "")),
      Seq(
        "1024:100: 1000 records",
        "1024:256: 1000 records",
        s"is left to Hadoop's own collector: ${StepAsideReason.CONTAINER.text}",
        "850:256: 1000 records"
      )
    )
  }

  test("no memory outside the heap") {
    assertHandedOver(StepAsideReason.NO_MEMORY, failing(new NoMemoryError(1)))
  }

  test("a method that this build of Hadoop lacks") {
    assertHandedOver(StepAsideReason.OTHER_HADOOP, failing(new NoSuchMethodError("of another Hadoop")))
  }

  test("a full heap is no reason, because Hadoop's own collector needs more of the heap") {
    val error = new OutOfMemoryError("Java heap space")
    assertEquals(
      logged(assertEquals(outOfMemory(Attempt.on(failing(error))(_.run(Attempt.okibiCollector(), records))), error)),
      Nil
    )
  }

  test("a lack of memory outside the heap differs from a full heap") {
    assert(outOfMemory(Memory.allocate(1L << 60)).isInstanceOf[NoMemoryError])
  }

  /** The OutOfMemoryError of the body, which munit's intercept does not catch. */
  private def outOfMemory(body: => Any): OutOfMemoryError =
    try {
      body
      fail("got no error, needed is an OutOfMemoryError")
    } catch { case e: OutOfMemoryError => e }

  /** A job that fails once, while Okibi's collector reads its settings. */
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

  test("a job that Okibi's collector supports logs nothing about this") {
    assertEquals(logged(Attempt.in(job(_ => ()))(_.run(Attempt.okibiCollector(), records))), Nil)
  }
}

/** A local file system over a subclass of Hadoop's raw one, of which nothing is known. */
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
