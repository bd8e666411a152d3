package okibi.mapreduce

import java.nio.file.{Files, Path}

import scala.util.Random

import org.apache.hadoop.conf.Configuration
import org.apache.hadoop.io.{IntWritable, LongWritable, Text}
import org.apache.hadoop.mapred.MapOutputCollector
import org.apache.hadoop.mapreduce.{Job, Mapper, MRJobConfig, TaskCounter}
import org.apache.hadoop.mapreduce.lib.input.FileInputFormat
import org.apache.hadoop.mapreduce.lib.map.TokenCounterMapper
import org.apache.hadoop.mapreduce.lib.output.FileOutputFormat
import org.apache.hadoop.mapreduce.lib.reduce.IntSumReducer

/** Whole jobs in Hadoop's local runner, with Okibi's collector and with Hadoop's own. */
class LocalJobSuite extends AttemptFixture {

  private def wordCount(folder: Path, name: String, mapper: Class[_ <: Mapper[_, _, _, _]], combine: Boolean): Job = {
    val conf = new Configuration
    conf.set("hadoop.tmp.dir", folder.resolve("tmp").toString)
    conf.set("mapreduce.jobtracker.staging.root.dir", folder.resolve("staging").toString)
    conf.setInt(MRJobConfig.IO_SORT_MB, 1)
    conf.setInt(Job.COMPLETION_POLL_INTERVAL_KEY, 20)
    if (name == "ours")
      conf.setClass(
        MRJobConfig.MAP_OUTPUT_COLLECTOR_CLASS_ATTR,
        classOf[PrefixSortCollector[_, _]],
        classOf[MapOutputCollector[_, _]]
      )
    val job = Job.getInstance(conf, name)
    job.setMapperClass(mapper)
    if (combine) job.setCombinerClass(classOf[IntSumReducer[Text]])
    job.setReducerClass(classOf[IntSumReducer[Text]])
    job.setNumReduceTasks(3)
    job.setOutputKeyClass(classOf[Text])
    job.setOutputValueClass(classOf[IntWritable])
    FileInputFormat.addInputPath(job, new org.apache.hadoop.fs.Path(folder.resolve("in").toString))
    FileOutputFormat.setOutputPath(job, new org.apache.hadoop.fs.Path(folder.resolve(name).toString))
    job
  }

  private def writeInput(folder: Path): Unit = {
    val random = new Random(1)
    val lines = Seq.fill(20000)(Seq.fill(10)("w" + (math.pow(random.nextDouble(), 3) * 5000).toInt).mkString(" "))
    Files.createDirectories(folder.resolve("in"))
    lines.grouped(10000).zipWithIndex.foreach { case (some, i) =>
      Files.write(folder.resolve(s"in/$i"), some.mkString("\n").getBytes("UTF-8"))
    }
  }

  private def output(folder: Path, name: String): Seq[String] =
    Attempt
      .files(folder.resolve(name))
      .filter(_.getFileName.toString.startsWith("part-"))
      .map(file => new String(Files.readAllBytes(file), "UTF-8"))

  folder.test("word count has the same output and counters as with Hadoop's collector, with and without a combiner") {
    folder =>
      writeInput(folder)
      Seq(true, false).foreach { combine =>
        val jobs = Seq("ours", "hadoops").map { name =>
          Attempt.delete(Files.createDirectories(folder.resolve(name)))
          val job = wordCount(folder, name, classOf[TokenCounterMapper], combine)
          assert(job.waitForCompletion(false), name)
          job
        }
        assertEquals(output(folder, "ours"), output(folder, "hadoops"))
        Seq(TaskCounter.MAP_OUTPUT_RECORDS, TaskCounter.MAP_OUTPUT_BYTES, TaskCounter.REDUCE_OUTPUT_RECORDS).foreach {
          counter =>
            assertEquals(
              jobs.head.getCounters.findCounter(counter).getValue,
              jobs.last.getCounters.findCounter(counter).getValue,
              counter.toString
            )
        }
      }
  }

  folder.test("a job whose mapper fails leaves the same files as with Hadoop's collector") { folder =>
    writeInput(folder)
    val Seq(ours, hadoops) = Seq("ours", "hadoops").map { name =>
      assert(!wordCount(folder, name, classOf[FailingMapper], combine = false).waitForCompletion(false), name)
      val left = Attempt.files(folder.resolve("tmp")).filter(_.toString.contains("/output/"))
      left.foreach(Files.delete)
      left
        .map(file =>
          file.getParent.getParent.getFileName.toString.takeRight("m_000000_0".length) + "/" + file.getFileName
        )
        .sorted
    }
    assertEquals(ours, hadoops)
  }
}

/** Fails after several spills. */
final class FailingMapper extends Mapper[LongWritable, Text, Text, IntWritable] {
  override def map(
      key: LongWritable,
      line: Text,
      context: Mapper[LongWritable, Text, Text, IntWritable]#Context
  ): Unit = {
    (0 until 20).foreach(i => context.write(line, new IntWritable(i)))
    if (key.get > 200000) throw new IllegalStateException("a mapper that fails")
  }
}
