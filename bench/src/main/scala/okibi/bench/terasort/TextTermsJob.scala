package okibi.bench.terasort

import java.nio.charset.StandardCharsets.UTF_8
import java.nio.file.Files

import scala.jdk.CollectionConverters._

import okibi.bench.job.JobRequest
import okibi.bench.primitives.{CollectorRun, LinePasses, SortKind}
import okibi.core.text.{ByteLines, ByteSource, TextCount, WordBounds}

import org.apache.hadoop.io.{DataOutputBuffer, IntWritable, Text}

/** The steps of a word count and of a log's analysis. Arguments: those of [[WordCountJob]]. Beside the rates, `outputPerInput`: bytes of the words with their
  * ones for a byte of text.
  */
object TextTermsJob extends TermsJob {
  private val mostWords = 500000
  private val oneBytes = 4

  override protected def mapTerms(request: JobRequest): Map[String, Double] = {
    val text = TextData.local(request)
    val bytes = Files.size(text)
    val counted = TextCount.of(text)
    val alone = new ProcessorCost(Nil)
    val sample = words(text)
    val outputBytes = counted.words * (sample.map(_.length + 1L).sum.toDouble / sample.length + oneBytes)
    // Of one task: how often its spills are merged depends on how many it has.
    val tasks = request.int("maps")
    val sorted = tasks * alone.seconds {
      new CollectorRun(collector(request), SortKind.words(sample), counted.words / tasks, sortMegabytes(request), folder(request).resolve("sort"), request.long("seed"), request.int("reduces")).run()
      ()
    }
    val raw = alone.seconds { LinePasses.hadoopLines(text); () }
    val strings = alone.seconds { LinePasses.hadoopStrings(text); () }
    val lines = firstLines(text)
    val lineBytes = lines.map(_.getBytes(UTF_8).length + 1L).sum
    val parsed = alone.seconds { LinePasses.tokenized(lines); () } * bytes / lineBytes
    val serialized = alone.seconds(serialize(sample.map(new String(_, UTF_8)), counted.words))
    val reading = this.reading(request)
    val tracked = alone.seconds(new RecordTracking(HadoopRequest.conf(request), TextData.input(request)).input(counted.lines))
    def rate(of: Double, seconds: Double) = of / 1e6 / math.max(seconds, ProcessorCost.leastSeconds)
    Map(
      "sortAndMerge" -> rate(outputBytes, sorted),
      "deserialize" -> rate(bytes.toDouble, strings - raw),
      "parse" -> rate(bytes.toDouble, raw + parsed),
      "serialize" -> rate(outputBytes, serialized),
      "trackInput" -> rate(bytes.toDouble, tracked),
      "hdfsRead" -> reading,
      "outputPerInput" -> outputBytes / bytes)
  }

  /** The text's words as far as they fit a small heap. */
  private def words(text: java.nio.file.Path): Array[Array[Byte]] = {
    val lines = new ByteLines(ByteSource.of(text))
    val bounds = new WordBounds
    try {
      val found = Array.newBuilder[Array[Byte]]
      var count = 0
      while (count < mostWords && lines.next()) {
        val here = bounds.split(lines.bytes, lines.from, lines.until)
        for (word <- 0 until here) found += java.util.Arrays.copyOfRange(lines.bytes, bounds.start(word), bounds.end(word))
        count += here
      }
      found.result()
    } finally lines.close()
  }

  private def firstLines(text: java.nio.file.Path): Array[String] = {
    val lines = Files.lines(text, UTF_8)
    try lines.limit(mostWords / 10).iterator.asScala.toArray
    finally lines.close()
  }

  /** Words to Texts, as a mapper makes them of Strings, and these to bytes are done by the collector: this is the first half. */
  private def serialize(words: Array[String], count: Long): Unit = {
    val text = new Text
    val one = new IntWritable(1)
    val out = new DataOutputBuffer(1 << 20)
    var done = 0L
    while (done < count) {
      if (out.getLength > (1 << 20) - (64 << 10)) out.reset()
      text.set(words((done % words.length).toInt))
      one.write(out)
      done += 1
    }
  }

  private def reading(request: JobRequest): Double = {
    val conf = HadoopRequest.conf(request)
    val files = HdfsCost.files(conf, TextData.input(request))
    new ProcessorCost(HadoopRequest.servers(request)).rate(files.map(_._2).sum)(files.foreach { case (file, length) => HdfsCost.read(conf, file, length) })
  }
}
