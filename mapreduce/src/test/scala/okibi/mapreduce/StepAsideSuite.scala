package okibi.mapreduce

import java.io.{ByteArrayOutputStream, IOException, PrintStream}

import scala.concurrent.duration._

import munit.FunSuite

import org.apache.hadoop.io.{IntWritable, Text}
import org.apache.hadoop.mapred.JobConf
import org.apache.hadoop.mapreduce.MRJobConfig
import org.apache.hadoop.util.{IndexedSortable, IndexedSorter, Progressable, QuickSort}

class StepAsideSuite extends FunSuite {
  override val munitTimeout: Duration = 5.minutes

  private def records: Iterator[Record] = (0 until 30000).iterator.map(i => Record(new Text(s"key ${i * 7919 % 30000}"), new IntWritable(i), 0))

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

  test("a sorter of the job's own: Hadoop's collector calls it, and one line says why") {
    val lines = logged {
      val output = Attempt.in(job(_.setClass(MRJobConfig.MAP_SORT_CLASS, classOf[OwnSorter], classOf[IndexedSorter])))(_.run(Attempt.ours(), records))
      assertEquals(output.partitions.map(_.size), Seq(30000))
    }
    assertEquals(lines.size, 1, lines.toString)
    assert(lines.head.contains(StepAside.SORTER.text), lines.head)
    assert(OwnSorter.calls > 0)
  }

  test("settings out of range: Hadoop's collector says what it wants") {
    Seq[JobConf => Unit](_.setInt(MRJobConfig.IO_SORT_MB, 5000), _.setFloat(MRJobConfig.MAP_SORT_SPILL_PERCENT, 1.5f)).foreach { set =>
      val lines = logged {
        val error = intercept[IOException](Attempt.in(job(set))(_.run(Attempt.ours(), records)))
        assert(error.getMessage.startsWith("Invalid \"mapreduce."), error.getMessage)
      }
      assertEquals(lines.size, 1, lines.toString)
      assert(lines.head.contains(StepAside.SETTINGS.text), lines.head)
    }
  }

  test("what it can do is not logged at all") {
    assertEquals(logged(Attempt.in(job(_ => ()))(_.run(Attempt.ours(), records))), Nil)
  }
}

final class OwnSorter extends IndexedSorter {
  private val sorter = new QuickSort

  override def sort(entries: IndexedSortable, from: Int, to: Int): Unit = sort(entries, from, to, null)

  override def sort(entries: IndexedSortable, from: Int, to: Int, progress: Progressable): Unit = {
    OwnSorter.calls += 1
    sorter.sort(entries, from, to, progress)
  }
}

object OwnSorter {
  @volatile var calls = 0
}
