package okibi.mapreduce

import okibi.core.kit.Draws

import org.apache.hadoop.io.{BytesWritable, IntWritable, Text}
import org.apache.hadoop.mapred.JobConf
import org.apache.hadoop.mapreduce.{MRJobConfig, TaskCounter}

/** Compares the map output of Okibi's collector with that of Hadoop's own collector, record for record. */
class CollectorSuite extends AttemptFixture {

  /** Compares both outputs and returns them. Hadoop's collector gets a buffer for all records: with a smaller one it
    * takes most of the time of the test, and its records are the same.
    */
  private def compare(scenario: Scenario, hadoopsSortMb: Int = 20): (CollectedOutput, CollectedOutput) = {
    val job = scenario.job
    val actual = Attempt.runOkibi(job, scenario.all)
    job.setInt(MRJobConfig.IO_SORT_MB, hadoopsSortMb)
    val expected = Attempt.runHadoop(job, scenario.all)
    if (scenario.combined) assertSameReduced(actual, expected, job, scenario.toString)
    else {
      actual.assertSameAs(expected, job.getOutputKeyComparator, scenario.toString)
      assertEquals(actual.rawBytes, expected.rawBytes, scenario.toString)
      // Equal keys in another order may compress to another size.
      if (scenario.codec.isEmpty) assertEquals(actual.fileBytes, expected.fileBytes, scenario.toString)
    }
    assertEquals(actual.counted(TaskCounter.MAP_OUTPUT_MATERIALIZED_BYTES), actual.fileBytes.sum, scenario.toString)
    Seq(TaskCounter.MAP_OUTPUT_RECORDS, TaskCounter.MAP_OUTPUT_BYTES)
      .foreach(counter => assertEquals(actual.counted(counter), expected.counted(counter), s"$counter of $scenario"))
    (actual, expected)
  }

  /** Compares what reducers would compute, because combiners ran as often as there were spills. */
  private def assertSameReduced(actual: CollectedOutput, expected: CollectedOutput, job: JobConf, clue: String): Unit =
    LargestValueCombiner.reduced(actual, job).zip(LargestValueCombiner.reduced(expected, job)).zipWithIndex.foreach {
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
    "random jobs: every kind of key, values of 0 bytes to a megabyte, skew, 1 to 1,000 partitions, 0 to 100 spills, " +
      "with and without a combiner, with and without compression"
  ) {
    val seeds = Draws.random("CollectorSuite")
    (0 until Draws.cases(30)).foreach(_ => compare(Scenario.draw(seeds.nextLong())))
  }

  test("every kind of key, with skewed repetitions") {
    KeyKind.all.foreach(keys => compare(Scenario(keys, "text", 20000, 100000, skewed = true, 2, seed = 7)))
  }

  test("no record, in one partition and in a thousand") {
    Seq(1, 1000).foreach(partitions =>
      compare(Scenario(KeyKind.all.head, "text", 0, 1, skewed = false, partitions, seed = 1))
    )
  }

  test("one spill: all counters equal Hadoop's") {
    val (actual, expected) =
      compare(Scenario(KeyKind.all.head, "about 100", 20000, 1L << 40, skewed = false, 3, seed = 2, sortMb = 20))
    assertEquals(actual.counted, expected.counted)
    assertEquals(actual.counted(TaskCounter.SPILLED_RECORDS), 20000L)
  }

  test("a thousand partitions and several spills") {
    compare(Scenario(KeyKind.all.head, "about 100", 20000, 1L << 40, skewed = true, 1000, seed = 3), hadoopsSortMb = 1)
  }

  test("compressed spills beyond the budget of one merge are merged in two passes") {
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
    val (actual, _) = compare(scenario, hadoopsSortMb = 50)
    assert(actual.counted(TaskCounter.SPILLED_RECORDS) > 2L * scenario.records, actual.counted.toString)
  }

  test("records larger than the buffer, before, between and after smaller ones") {
    val sizes = Seq(3000000, 10, 20, 1500000, 1048576, 1048570, 5, 2000000, 100, 1000000, 900000)
    val job = Attempt.job(classOf[Text], classOf[BytesWritable], 3)
    def records: Iterator[MapRecord] = sizes.iterator.zipWithIndex.map { case (size, i) =>
      MapRecord(new Text(s"key ${(i * 7) % sizes.size}"), new BytesWritable(Array.fill(size)(i.toByte)), i % 3)
    }
    val actual = Attempt.runOkibi(job, records)
    val expected = Attempt.runHadoop(job, records)
    actual.assertSameAs(expected, job.getOutputKeyComparator, "large values")
    assertEquals(
      actual.counted(TaskCounter.MAP_OUTPUT_BYTES),
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
    val actual = Attempt.runOkibi(job, records)
    val expected = Attempt.runHadoop(job, records)
    actual.assertSameAs(expected, job.getOutputKeyComparator, "large keys")
  }

  test("several threads collect at the same time") {
    val job = Attempt.job(classOf[Text], classOf[IntWritable], 4)
    Attempt.in(job) { attempt =>
      val collector = Attempt.okibiCollector()
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
