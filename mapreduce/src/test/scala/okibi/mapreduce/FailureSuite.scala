package okibi.mapreduce

import java.io.{IOException, RandomAccessFile}
import java.nio.file.Files
import java.util.concurrent.CountDownLatch

import okibi.core.kit.WaitUntil

import org.apache.hadoop.io.{BytesWritable, IntWritable, Text, Writable}
import org.apache.hadoop.mapred.JobConf
import org.apache.hadoop.mapreduce.MRJobConfig

/** Errors of mappers, disks and settings, and attempts that are killed. */
class FailureSuite extends AttemptFixture {
  private def job: JobConf = Attempt.job(classOf[Text], classOf[BytesWritable], 2)

  private def records(count: Int): Iterator[MapRecord] = FailureSuite.records(count)

  test("an attempt that is closed before its output is complete leaves no files") {
    Attempt.in(job) { attempt =>
      val collector = attempt.collect(Attempt.okibiCollector(), records(40000))
      assert(attempt.files.nonEmpty)
      collector.close()
      assertEquals(attempt.files, Nil)
      intercept[IOException](collector.collect(new Text("late"), new BytesWritable(), 0))
    }
  }

  test("an attempt that is killed while it spills leaves no files") {
    Attempt.in(job) { attempt =>
      val collecting = new CountDownLatch(1)
      var ended: Throwable = null
      val mapper = new Thread(() =>
        try
          attempt.collect(
            Attempt.okibiCollector(),
            Iterator.continually(records(20000)).flatMap { many => collecting.countDown(); many }
          )
        catch { case e: Throwable => ended = e }
      )
      mapper.start()
      collecting.await()
      try WaitUntil("the attempt writes a spill", 240)(attempt.files.nonEmpty)
      finally mapper.interrupt()
      mapper.join()
      assert(ended.isInstanceOf[IOException] && ended.getMessage.contains("interrupted while"), String.valueOf(ended))
      assertEquals(attempt.files, Nil)
    }
  }

  test("after an error that the mapper swallows, every later call fails") {
    Attempt.in(job) { attempt =>
      val collector = attempt.collect(Attempt.okibiCollector(), records(100))
      Files.write(attempt.folder.resolve("output"), Array[Byte](1)) // a file at the place of the output folder
      var failures = 0
      records(30000).foreach(r =>
        try collector.collect(r.key, r.value, r.partition)
        catch { case _: IOException => failures += 1 }
      )
      assert(failures > 1)
      intercept[IOException](collector.flush())
      collector.close()
    }
  }

  test("an object that fails to write itself is lost, and the other records are not") {
    val job = Attempt.job(classOf[BrokenWritable], classOf[IntWritable])
    job.setOutputKeyComparatorClass(classOf[BrokenWritableComparator])
    Attempt.in(job) { attempt =>
      val collector = Attempt.okibiCollector()
      collector.init(attempt.context)
      Seq(10, 3000000, 20, 2000000).foreach { size =>
        intercept[IOException](collector.collect(new BrokenWritable(size, true), new IntWritable(1), 0))
        collector.collect(new BrokenWritable(size, false), new IntWritable(1), 0)
      }
      collector.flush()
      collector.close()
      assertEquals(CollectedOutput.read(attempt).partitions.map(_.map(_._1.length)), Seq(Seq(10, 20, 2000000, 3000000)))
    }
  }

  test("more spills than the job allows are an error that names the key") {
    val limited = job
    limited.setInt(MRJobConfig.SPILL_FILES_COUNT_LIMIT, 2)
    Attempt.in(limited) { attempt =>
      val error = intercept[IOException](attempt.run(Attempt.okibiCollector(), records(40000)))
      assert(
        error.getMessage.contains(s"got 3 spills, ${MRJobConfig.SPILL_FILES_COUNT_LIMIT} allows 2. Raise "),
        error.getMessage
      )
      assertEquals(attempt.files, Nil)
    }
  }

  test("wrong classes and partitions are refused with Hadoop's messages") {
    Attempt.in(job) { attempt =>
      val collector = attempt.collect(Attempt.okibiCollector(), Iterator.empty)
      def message(key: Writable, value: Writable, partition: Int): String =
        intercept[IOException](collector.collect(key, value, partition)).getMessage
      assertEquals(
        message(new IntWritable(1), new BytesWritable, 0),
        "Type mismatch in key from map: expected org.apache.hadoop.io.Text, received org.apache.hadoop.io.IntWritable"
      )
      assertEquals(
        message(new Text, new IntWritable(1), 0),
        "Type mismatch in value from map: expected org.apache.hadoop.io.BytesWritable, " +
          "received org.apache.hadoop.io.IntWritable"
      )
      assertEquals(message(new Text("k"), new BytesWritable, 2), "Illegal partition for k (2)")
      collector.close()
    }
  }

  /** Records whose values a merge reads in parts. */
  private def large: Iterator[MapRecord] =
    (0 until 4).iterator.map(i => MapRecord(new Text(s"key $i"), new BytesWritable(new Array[Byte](3 << 20)), i % 2))

  Seq("small" -> (() => records(40000)), "large" -> (() => large)).foreach { case (size, collected) =>
    test(s"a spill of $size records that changed on disk is an error") {
      Attempt.in(job) { attempt =>
        val collector = attempt.collect(Attempt.okibiCollector(), collected())
        val spill = new RandomAccessFile(attempt.files.head.toFile, "rw")
        spill.seek(spill.length / 3)
        spill.write(77)
        spill.close()
        val error = intercept[IOException](collector.flush())
        assert(error.getMessage.contains(".out, partition "), error.getMessage)
        collector.close()
        assertEquals(attempt.files, Nil)
      }
    }
  }
}

object FailureSuite {

  /** Records of about a hundred bytes each. */
  def records(count: Int): Iterator[MapRecord] =
    (0 until count).iterator.map(i =>
      MapRecord(new Text(s"key ${i * 7919L % count}"), new BytesWritable(new Array[Byte](90)), i % 2)
    )
}

/** Writes `size` bytes, or half of them and then fails. */
final class BrokenWritable(size: Int, fails: Boolean) extends Writable {
  def this() = this(0, false)

  override def write(out: java.io.DataOutput): Unit = {
    out.write(new Array[Byte](size / 2))
    if (fails) throw new IOException("broken")
    out.write(new Array[Byte](size - size / 2))
  }

  override def readFields(in: java.io.DataInput): Unit = ()
}

final class BrokenWritableComparator extends org.apache.hadoop.io.RawComparator[BrokenWritable] {
  override def compare(a: Array[Byte], startA: Int, lengthA: Int, b: Array[Byte], startB: Int, lengthB: Int): Int =
    Integer.compare(lengthA, lengthB)
  override def compare(a: BrokenWritable, b: BrokenWritable): Int = 0
}
