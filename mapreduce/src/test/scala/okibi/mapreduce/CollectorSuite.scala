package okibi.mapreduce

import scala.concurrent.duration._

import munit.FunSuite

import org.apache.hadoop.io.{BytesWritable, IntWritable, Text}
import org.apache.hadoop.mapred.JobConf
import org.apache.hadoop.mapreduce.{MRJobConfig, TaskCounter}

/** Our map output beside that of Hadoop's own collector, record for record. */
class CollectorSuite extends FunSuite {
  override val munitTimeout: Duration = 5.minutes

  /** Hadoop has a buffer for everything: it would take most of the time otherwise, and its records are the same. */
  private def compare(scenario: Scenario, hadoopsSortMb: Int = 20): (CollectedOutput, CollectedOutput) = {
    val job = scenario.job
    val mine = Attempt.in(job)(_.run(Attempt.ours(), scenario.all))
    job.setInt(MRJobConfig.IO_SORT_MB, hadoopsSortMb)
    val theirs = Attempt.in(job)(_.run(Attempt.hadoops(), scenario.all))
    if (scenario.combined) assertSameReduced(mine, theirs, job, scenario.toString)
    else {
      mine.assertSameAs(theirs, job.getOutputKeyComparator, scenario.toString)
      assertEquals(mine.rawBytes, theirs.rawBytes, scenario.toString)
      // Equal keys in another order may be compressed to another size.
      if (scenario.codec.isEmpty) assertEquals(mine.fileBytes, theirs.fileBytes, scenario.toString)
    }
    assertEquals(mine.counted(TaskCounter.MAP_OUTPUT_MATERIALIZED_BYTES), mine.fileBytes.sum, scenario.toString)
    Seq(TaskCounter.MAP_OUTPUT_RECORDS, TaskCounter.MAP_OUTPUT_BYTES)
      .foreach(counter => assertEquals(mine.counted(counter), theirs.counted(counter), s"$counter of $scenario"))
    (mine, theirs)
  }

  /** Combiners have run as often as there were spills, so what reducers would make of it is compared. */
  private def assertSameReduced(mine: CollectedOutput, theirs: CollectedOutput, job: JobConf, clue: String): Unit =
    LargestValueCombiner.reduced(mine, job).zip(LargestValueCombiner.reduced(theirs, job)).zipWithIndex.foreach {
      case ((ours, hadoops), partition) =>
        assertEquals(ours.size, hadoops.size, s"keys of partition $partition: $clue")
        ours.zip(hadoops).zipWithIndex.foreach { case ((a, b), i) =>
          assert(
            job.getOutputKeyComparator.compare(a._1, 0, a._1.length, b._1, 0, b._1.length) == 0 && a._2 == b._2,
            s"partition $partition, key $i: $clue"
          )
        }
    }

  test(
    "jobs drawn at random: every kind of key and value from nothing to a megabyte, skew, 1 to 1,000 partitions, 0 to 100 spills, combined or not, compressed or not"
  ) {
    val seed = sys.props.get("okibi.seed").fold(System.nanoTime())(_.toLong)
    println(s"CollectorSuite: seed $seed (set -Dokibi.seed to repeat)")
    (0 until 30).foreach(i => compare(Scenario.draw(seed + i)))
  }

  test("every kind of key, many and few alike") {
    KeyKind.all.foreach(keys => compare(Scenario(keys, "text", 20000, 100000, skewed = true, 2, seed = 7)))
  }

  test("no record at all, in one partition and in a thousand") {
    Seq(1, 1000).foreach(partitions =>
      compare(Scenario(KeyKind.all.head, "text", 0, 1, skewed = false, partitions, seed = 1))
    )
  }

  test("one spill: all counters are those of Hadoop") {
    val (mine, theirs) =
      compare(Scenario(KeyKind.all.head, "about 100", 20000, 1L << 40, skewed = false, 3, seed = 2, sortMb = 20))
    assertEquals(mine.counted, theirs.counted)
    assertEquals(mine.counted(TaskCounter.SPILLED_RECORDS), 20000L)
  }

  test("a thousand partitions and several spills") {
    compare(Scenario(KeyKind.all.head, "about 100", 20000, 1L << 40, skewed = true, 1000, seed = 3), hadoopsSortMb = 1)
  }

  test("more compressed spills than one merge has room for are merged in two passes") {
    val scenario = Scenario(
      KeyKind.all(1),
      "up to 10000",
      6000,
      1L << 40,
      skewed = false,
      2,
      seed = 4,
      codec = MapOutputCodec.all.find(_.name == "Snappy")
    )
    val (mine, _) = compare(scenario, hadoopsSortMb = 50)
    assert(mine.counted(TaskCounter.SPILLED_RECORDS) > 2L * scenario.records, mine.counted.toString)
  }

  test("records larger than the buffer, before, between and behind others") {
    val sizes = Seq(3000000, 10, 20, 1500000, 1048576, 1048570, 5, 2000000, 100, 1000000, 900000)
    val job = Attempt.job(classOf[Text], classOf[BytesWritable], 3)
    def records: Iterator[MapRecord] = sizes.iterator.zipWithIndex.map { case (size, i) =>
      MapRecord(new Text(s"key ${(i * 7) % sizes.size}"), new BytesWritable(Array.fill(size)(i.toByte)), i % 3)
    }
    val mine = Attempt.in(job)(_.run(Attempt.ours(), records))
    val theirs = Attempt.in(job)(_.run(Attempt.hadoops(), records))
    mine.assertSameAs(theirs, job.getOutputKeyComparator, "large values")
    assertEquals(
      mine.counted(TaskCounter.MAP_OUTPUT_BYTES),
      sizes.indices.map { i =>
        1L + s"key ${(i * 7) % sizes.size}".length + 4 + sizes(i)
      }.sum
    )
  }

  test("keys larger than the buffer") {
    val job = Attempt.job(classOf[Text], classOf[IntWritable], 2)
    def records: Iterator[MapRecord] =
      (0 until 12).iterator.map(i =>
        MapRecord(new Text("k" * (1200000 - i % 4 * 200000) + i), new IntWritable(i), i % 2)
      )
    val mine = Attempt.in(job)(_.run(Attempt.ours(), records))
    val theirs = Attempt.in(job)(_.run(Attempt.hadoops(), records))
    mine.assertSameAs(theirs, job.getOutputKeyComparator, "large keys")
  }

  test("several threads collect at the same time") {
    val job = Attempt.job(classOf[Text], classOf[IntWritable], 4)
    Attempt.in(job) { attempt =>
      val collector = Attempt.ours()
      collector.init(attempt.context)
      val threads = (0 until 4).map { partition =>
        new Thread(() =>
          (0 until 20000).foreach(i => collector.collect(new Text(s"key $i"), new IntWritable(i), partition))
        )
      }
      threads.foreach(_.start())
      threads.foreach(_.join())
      collector.flush()
      collector.close()
      val output = CollectedOutput.read(attempt)
      assertEquals(output.partitions.map(_.size), Seq.fill(4)(20000))
      assertEquals(output.partitions.map(_.map(_._1.toSeq).distinct.size), Seq.fill(4)(20000))
    }
  }
}
