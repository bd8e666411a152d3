package okibi.bench.experiment.terasort

import java.util.StringTokenizer

import scala.io.{Codec, Source}

import okibi.bench.protocol.JobRequest

import org.apache.hadoop.conf.Configuration
import org.apache.hadoop.examples.WordCount
import org.apache.hadoop.fs.Path
import org.apache.hadoop.io.{IntWritable, LongWritable, NullWritable, Text}
import org.apache.hadoop.mapreduce.{Job => HadoopJob, Mapper}
import org.apache.hadoop.mapreduce.lib.input.{FileInputFormat, TextInputFormat}
import org.apache.hadoop.mapreduce.lib.output.{FileOutputFormat, TextOutputFormat}

/** A job on text. Arguments: bytes; maps, which is also the number of files; reduces; seed; the `inputs` of the text.
  */
private[terasort] abstract class TextJob(name: String) extends MeasuredJob {

  /** Sets mapper, reducer and types. */
  protected def configure(job: HadoopJob, reduces: Int): Unit

  override protected final def prepare(request: JobRequest): Unit = {
    val conf = HadoopRequest.conf(request)
    TextData.make(request, conf)
    TextData.delete(request, conf)
  }

  override protected final def submit(request: JobRequest, conf: Configuration): Int = {
    val job = HadoopJob.getInstance(conf, s"okibi: $name")
    configure(job, request.int("reduces"))
    job.setOutputKeyClass(classOf[Text])
    job.setInputFormatClass(classOf[TextInputFormat])
    FileInputFormat.addInputPath(job, TextData.input(request))
    FileOutputFormat.setOutputPath(job, TextData.output(request))
    if (job.waitForCompletion(false)) 0 else 1
  }

  /** The answer, from the lines of the output. */
  protected def answer(lines: Iterator[String]): ujson.Value

  override protected final def answer(request: JobRequest): ujson.Value = {
    val conf = HadoopRequest.conf(request)
    val found = answer(
      HdfsCost.files(conf, TextData.output(request)).iterator.flatMap { case (file, _) => lines(conf, file) }
    )
    TextData.delete(request, conf)
    found
  }

  private def lines(conf: Configuration, file: Path): Seq[String] = {
    val in = file.getFileSystem(conf).open(file)
    try Source.fromInputStream(in)(Codec.UTF8).getLines().toVector
    finally in.close()
  }
}

/** A word count by Hadoop's own mapper and reducer, without a combiner: every word is sorted. The answer is the number
  * of words, and of different words.
  */
object WordCountJob extends TextJob("word count") {
  override protected def configure(job: HadoopJob, reduces: Int): Unit = {
    job.setMapperClass(classOf[WordCount.TokenizerMapper])
    job.setReducerClass(classOf[WordCount.IntSumReducer])
    job.setNumReduceTasks(reduces)
    job.setOutputValueClass(classOf[IntWritable])
    job.setOutputFormatClass(classOf[TextOutputFormat[Text, IntWritable]])
  }

  override protected def answer(lines: Iterator[String]): ujson.Value = {
    var (words, different) = (0L, 0L)
    lines.foreach { line =>
      words += line.substring(line.lastIndexOf('\t') + 1).toLong
      different += 1
    }
    ujson.Obj("words" -> words.toDouble, "different" -> different.toDouble)
  }
}

/** Reads lines, splits them into words, and keeps the first word of lines that have a very long word, which hardly any
  * line has: the paper's analysis of a log. It has no reduce tasks. The answer is the number of kept lines.
  */
object LogAnalysisJob extends TextJob("log analysis") {
  override protected def configure(job: HadoopJob, reduces: Int): Unit = {
    job.setMapperClass(classOf[LogMapper])
    job.setNumReduceTasks(0)
    job.setOutputValueClass(classOf[NullWritable])
    job.setOutputFormatClass(classOf[TextOutputFormat[Text, NullWritable]])
  }

  override protected def answer(lines: Iterator[String]): ujson.Value = ujson.Num(lines.size.toDouble)
}

/** The mapper of [[LogAnalysisJob]]. */
final class LogMapper extends Mapper[LongWritable, Text, Text, NullWritable] {
  private val field = new Text

  override def map(
      at: LongWritable,
      line: Text,
      context: Mapper[LongWritable, Text, Text, NullWritable]#Context
  ): Unit = {
    val words = new StringTokenizer(line.toString)
    var first: String = null
    var longest = 0
    while (words.hasMoreTokens) {
      val word = words.nextToken()
      if (first == null) first = word
      longest = math.max(longest, word.length)
    }
    if (longest >= LogMapper.rareLength) {
      field.set(first)
      context.write(field, NullWritable.get)
    }
  }
}

private object LogMapper {

  /** Hardly any line has a word with as many letters. */
  private val rareLength = 40
}
