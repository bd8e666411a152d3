package okibi.bench.experiment.terasort

import java.nio.charset.StandardCharsets.UTF_8
import java.nio.file.{Files, Path}

import okibi.bench.data.text.{ByteLines, ByteSource, TextCount, WordBounds}
import okibi.bench.mapreduce.{CollectorRun, SortKind}
import okibi.bench.protocol.JobRequest

import org.apache.hadoop.io.{DataOutputBuffer, IntWritable, Text}

/** The steps of a word count. Beside the rates, `outputPerInput`: bytes of words and their ones for each byte of text.
  */
object WordCountTermsJob extends TextTermsJob {
  private val maxWords = 500000
  private val oneBytes = 4

  override protected def mapTerms(request: JobRequest): Map[String, Double] = {
    val text = TextData.local(request)
    val lineRates = lineTerms(request, text)
    val cost = new ProcessorCost(Nil)
    val count = TextCount.of(text).words
    val sample = words(text)
    val outputBytes = count * (sample.map(_.length + 1L).sum.toDouble / sample.length + oneBytes)
    val sortSeconds = cost.seconds {
      new CollectorRun(
        collector(request),
        SortKind.words(sample),
        count,
        sortMegabytes(request),
        folder(request).resolve("sort"),
        request.long("seed"),
        request.int("reduces")
      ).run()
      ()
    }
    val serializeSeconds = cost.seconds(serialize(sample.map(new String(_, UTF_8)), count))
    lineRates ++ Map(
      "sortAndMerge" -> rate(outputBytes, sortSeconds),
      "serialize" -> rate(outputBytes, serializeSeconds),
      "outputPerInput" -> outputBytes / Files.size(text)
    )
  }

  /** The first words of the text, as many as fit a small heap. */
  private def words(text: Path): Array[Array[Byte]] = {
    val lines = new ByteLines(ByteSource.of(text))
    val bounds = new WordBounds
    try {
      val found = Array.newBuilder[Array[Byte]]
      var count = 0
      while (count < maxWords && lines.next()) {
        val wordsOfLine = bounds.split(lines.bytes, lines.from, lines.until)
        for (word <- 0 until wordsOfLine)
          found += java.util.Arrays.copyOfRange(lines.bytes, bounds.start(word), bounds.end(word))
        count += wordsOfLine
      }
      found.result()
    } finally lines.close()
  }

  /** Makes Texts of words, as a mapper does from Strings. The collector makes bytes of these: this is the first half of
    * serialization.
    */
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
}
