package okibi.mapreduce

import java.io.{ByteArrayInputStream, DataInputStream}

import org.apache.hadoop.io.{IntWritable, LongWritable, Text}
import org.apache.hadoop.mapred.JobConf
import org.apache.hadoop.mapred.lib.LongSumReducer
import org.apache.hadoop.mapreduce.{MRJobConfig, Reducer, TaskCounter}
import org.apache.hadoop.mapreduce.lib.reduce.IntSumReducer

/** Combiners of both APIs. The number of their runs depends on the spills, so the tests compare complete sums. */
class CombinerSuite extends AttemptFixture {
  private val partitions = 3

  /** A job that counts words with a combiner. */
  private final class WordCount(api: String) {
    val job: JobConf =
      if (api == "new") {
        val job = Attempt.job(classOf[Text], classOf[IntWritable], partitions)
        job.setClass(MRJobConfig.COMBINE_CLASS_ATTR, classOf[IntSumReducer[Text]], classOf[Reducer[_, _, _, _]])
        job
      } else {
        val job = Attempt.job(classOf[Text], classOf[LongWritable], partitions)
        job.setCombinerClass(classOf[LongSumReducer[Text]])
        job
      }

    private val one = if (api == "new") new IntWritable(1) else new LongWritable(1)

    def records(count: Int, distinct: Int): Iterator[MapRecord] = (0 until count).iterator.map { i =>
      val word = (i.toLong * i) % distinct
      MapRecord(new Text(s"word $word"), one, (word % partitions).toInt)
    }
  }

  private def number(bytes: Array[Byte]): Long = {
    val in = new DataInputStream(new ByteArrayInputStream(bytes))
    if (bytes.length == 4) in.readInt().toLong else in.readLong()
  }

  private def sums(output: CollectedOutput): Seq[Seq[(Seq[Byte], Long)]] =
    output.partitions.map(
      _.groupBy(_._1.toSeq)
        .map { case (key, records) => key -> records.map(r => number(r._2)).sum }
        .toSeq
        .sortBy(_._1.toString)
    )

  Seq("new", "old").foreach { api =>
    test(s"$api API: the output of one combined spill equals Hadoop's, byte for byte") {
      val wordCount = new WordCount(api)
      val actual = Attempt.runOkibi(wordCount.job, wordCount.records(5000, 300))
      val expected = Attempt.runHadoop(wordCount.job, wordCount.records(5000, 300))
      actual.assertSameAs(expected, wordCount.job.getOutputKeyComparator, api)
      assertEquals(actual.counted, expected.counted)
    }

    Seq(30000 -> 300, 100000 -> 300, 60000 -> 59999).foreach { case (count, distinct) =>
      test(s"$api API: the sums of $count records of up to $distinct words equal Hadoop's") {
        val wordCount = new WordCount(api)
        val actual = Attempt.runOkibi(wordCount.job, wordCount.records(count, distinct))
        val expected = Attempt.runHadoop(wordCount.job, wordCount.records(count, distinct))
        assertEquals(sums(actual), sums(expected))
        assert(actual.counted(TaskCounter.COMBINE_INPUT_RECORDS) >= count.toLong)
        assertEquals(actual.counted(TaskCounter.MAP_OUTPUT_RECORDS), count.toLong)
      }
    }
  }

  test("a merge combines again from the configured number of spills on, and not below") {
    val wordCount = new WordCount("new")
    val job = wordCount.job
    def records = wordCount.records(100000, 200)
    job.setInt(MRJobConfig.MAP_COMBINE_MIN_SPILLS, 3)
    val combined = Attempt.runOkibi(job, records)
    assertEquals(combined.partitions.map(p => p.map(_._1.toSeq).distinct.size), combined.partitions.map(_.size))
    job.setInt(MRJobConfig.MAP_COMBINE_MIN_SPILLS, 1000)
    val merged = Attempt.runOkibi(job, records)
    assert(merged.partitions.map(_.size).sum > combined.partitions.map(_.size).sum)
  }

  Seq(false, true).foreach { compressed =>
    val form = if (compressed) "compressed" else "uncompressed"
    test(s"a combiner that stops early loses only the records that it does not ask for, $form") {
      val job = new WordCount("new").job
      job.setClass(MRJobConfig.COMBINE_CLASS_ATTR, classOf[FirstWordsCombiner], classOf[Reducer[_, _, _, _]])
      job.setCompressMapOutput(compressed)
      def word(number: Int) = f"word $number%06d"
      // Each spill keeps its own first words, so that the merge takes some of each spill and leaves some.
      val numbers = (0 until 60000).iterator.map(i => (i * 7919L % 60000).toInt)
      val records = numbers.map(n => MapRecord(new Text(word(n)), new IntWritable(1), n % partitions))
      val output = Attempt.runOkibi(job, records)
      assert(output.counted(TaskCounter.SPILLED_RECORDS) >= 4L * FirstWordsCombiner.kept * partitions, "no merge")
      assertEquals(
        output.partitions.map(_.map(record => new String(record._1.tail, "UTF-8"))),
        (0 until partitions).map(p => (0 until FirstWordsCombiner.kept).map(i => word(i * partitions + p)))
      )
    }
  }
}

/** Combines the first words of a partition and does not ask for the others. */
final class FirstWordsCombiner extends IntSumReducer[Text] {
  override def run(context: Reducer[Text, IntWritable, Text, IntWritable]#Context): Unit = {
    var words = 0
    while (words < FirstWordsCombiner.kept && context.nextKey()) {
      reduce(context.getCurrentKey, context.getValues, context)
      words += 1
    }
  }
}

object FirstWordsCombiner {
  val kept = 5
}
