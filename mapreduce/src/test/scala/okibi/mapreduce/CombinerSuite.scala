package okibi.mapreduce

import java.io.{ByteArrayInputStream, DataInputStream}

import scala.concurrent.duration._

import munit.FunSuite

import org.apache.hadoop.io.{IntWritable, LongWritable, Text}
import org.apache.hadoop.mapred.JobConf
import org.apache.hadoop.mapred.lib.LongSumReducer
import org.apache.hadoop.mapreduce.{MRJobConfig, Reducer, TaskCounter}
import org.apache.hadoop.mapreduce.lib.reduce.IntSumReducer

/** Combiners of both APIs. How often they run depends on the spills, so sums are compared once they are complete. */
class CombinerSuite extends FunSuite {
  override val munitTimeout: Duration = 5.minutes

  private val partitions = 3

  private def newApi(records: Int, distinct: Int): (JobConf, () => Iterator[MapRecord]) = {
    val job = Attempt.job(classOf[Text], classOf[IntWritable], partitions)
    job.setClass(MRJobConfig.COMBINE_CLASS_ATTR, classOf[IntSumReducer[Text]], classOf[Reducer[_, _, _, _]])
    (
      job,
      () =>
        (0 until records).iterator.map { i =>
          val word = (i.toLong * i) % distinct
          MapRecord(new Text(s"word $word"), new IntWritable(1), (word % partitions).toInt)
        }
    )
  }

  private def oldApi(records: Int, distinct: Int): (JobConf, () => Iterator[MapRecord]) = {
    val job = Attempt.job(classOf[Text], classOf[LongWritable], partitions)
    job.setCombinerClass(classOf[LongSumReducer[Text]])
    (
      job,
      () =>
        (0 until records).iterator.map { i =>
          val word = (i.toLong * i) % distinct
          MapRecord(new Text(s"word $word"), new LongWritable(1), (word % partitions).toInt)
        }
    )
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

  Seq("new" -> newApi _, "old" -> oldApi _).foreach { case (api, jobOf) =>
    test(s"$api API: one spill is combined to the last byte as Hadoop does it") {
      val (job, records) = jobOf(5000, 300)
      val mine = Attempt.in(job)(_.run(Attempt.ours(), records()))
      val theirs = Attempt.in(job)(_.run(Attempt.hadoops(), records()))
      mine.assertSameAs(theirs, job.getOutputKeyComparator, api)
      assertEquals(mine.counted, theirs.counted)
    }

    Seq(30000 -> 300, 100000 -> 300, 60000 -> 59999).foreach { case (count, distinct) =>
      test(s"$api API: $count records of up to $distinct words") {
        val (job, records) = jobOf(count, distinct)
        val mine = Attempt.in(job)(_.run(Attempt.ours(), records()))
        val theirs = Attempt.in(job)(_.run(Attempt.hadoops(), records()))
        assertEquals(sums(mine), sums(theirs))
        assert(mine.counted(TaskCounter.COMBINE_INPUT_RECORDS) >= count.toLong)
        assertEquals(mine.counted(TaskCounter.MAP_OUTPUT_RECORDS), count.toLong)
      }
    }
  }

  test("three spills are combined once more when they are merged, two are not") {
    val (job, records) = newApi(100000, 200)
    job.setInt(MRJobConfig.MAP_COMBINE_MIN_SPILLS, 3)
    val merged = Attempt.in(job)(_.run(Attempt.ours(), records()))
    assertEquals(merged.partitions.map(p => p.map(_._1.toSeq).distinct.size), merged.partitions.map(_.size))
    job.setInt(MRJobConfig.MAP_COMBINE_MIN_SPILLS, 1000)
    val kept = Attempt.in(job)(_.run(Attempt.ours(), records()))
    assert(kept.partitions.map(_.size).sum > merged.partitions.map(_.size).sum)
  }

  Seq(false, true).foreach { compressed =>
    test(s"a combiner that stops early loses what it did not ask for, and nothing else, ${if (compressed) "compressed"
      else "as it is"}") {
      val (job, _) = newApi(0, 1)
      job.setClass(MRJobConfig.COMBINE_CLASS_ATTR, classOf[FirstWordsCombiner], classOf[Reducer[_, _, _, _]])
      job.setCompressMapOutput(compressed)
      def word(number: Int) = f"word $number%06d"
      // Each spill keeps the first of its own words, so that their merge takes some of each and leaves some.
      val numbers = (0 until 60000).iterator.map(i => (i * 7919L % 60000).toInt)
      val output = Attempt.in(job)(
        _.run(Attempt.ours(), numbers.map(n => MapRecord(new Text(word(n)), new IntWritable(1), n % partitions)))
      )
      assert(
        output.counted(TaskCounter.SPILLED_RECORDS) >= (4L) * FirstWordsCombiner.kept * partitions,
        "there was no merge"
      )
      assertEquals(
        output.partitions.map(_.map(record => new String(record._1.tail, "UTF-8"))),
        (0 until partitions).map(p => (0 until FirstWordsCombiner.kept).map(i => word(i * partitions + p)))
      )
    }
  }
}

/** Combines the first words of a partition and asks for no more. */
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
