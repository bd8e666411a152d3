package okibi.bench.experiment.terasort

import java.nio.charset.StandardCharsets.UTF_8
import java.nio.file.{Files, Path}

import okibi.bench.data.text.{ByteLines, ByteSource, TextCount, WordBounds}
import okibi.bench.mapreduce.{CollectorRun, SortKind}
import okibi.bench.protocol.JobRequest

import org.apache.hadoop.io.{DataOutputBuffer, IntWritable, Text}

/** The steps of a word count. Beside the rates, `outputPerInput`: bytes of the words with their ones for a byte of text. */
object WordCountTermsJob extends TextTermsJob {
  private val mostWords = 500000
  private val oneBytes = 4

  override protected def mapTerms(request: JobRequest): Map[String, Double] = {
    val text = TextData.local(request)
    val lines = lineTerms(request, text)
    val alone = new ProcessorCost(Nil)
    val count = TextCount.of(text).words
    val sample = words(text)
    val outputBytes = count * (sample.map(_.length + 1L).sum.toDouble / sample.length + oneBytes)
    val sorted = alone.seconds {
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
    val serialized = alone.seconds(serialize(sample.map(new String(_, UTF_8)), count))
    lines ++ Map(
      "sortAndMerge" -> rate(outputBytes, sorted),
      "serialize" -> rate(outputBytes, serialized),
      "outputPerInput" -> outputBytes / Files.size(text)
    )
  }

  /** The text's words as far as they fit a small heap. */
  private def words(text: Path): Array[Array[Byte]] = {
    val lines = new ByteLines(ByteSource.of(text))
    val bounds = new WordBounds
    try {
      val found = Array.newBuilder[Array[Byte]]
      var count = 0
      while (count < mostWords && lines.next()) {
        val here = bounds.split(lines.bytes, lines.from, lines.until)
        for (word <- 0 until here)
          found += java.util.Arrays.copyOfRange(lines.bytes, bounds.start(word), bounds.end(word))
        count += here
      }
      found.result()
    } finally lines.close()
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
}
