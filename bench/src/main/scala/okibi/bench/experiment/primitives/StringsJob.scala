package okibi.bench.experiment.primitives

import java.nio.charset.{Charset, StandardCharsets}
import java.nio.file.Files

import okibi.bench.data.text.TextFiles
import okibi.bench.protocol.JobRequest

import scala.jdk.CollectionConverters._

/** Encodes strings to bytes and decodes them, line by line.
  *
  * Arguments beside those of [[PrimitiveJob]]: bytes, seed, language with its `inputs`, charset. Measurements: `encode`
  * and `decode`, by the encoded bytes.
  */
object StringsJob extends PrimitiveJob {
  override protected def prepare(request: JobRequest): PrimitiveWork = {
    val charset = Charset.forName(request.args("charset").str)
    val lines = texts(request, charset)
    val encoded = lines.map(_.getBytes(charset))
    val bytes = encoded.map(_.length.toLong).sum
    PrimitiveWork(
      Seq(
        Measurement("encode", bytes, lines.length.toLong, () => encode(lines, charset)),
        Measurement("decode", bytes, lines.length.toLong, () => decode(encoded, charset))
      ),
      answer = encoded.zip(lines).forall { case (bytes, line) => new String(bytes, charset) == line }
    )
  }

  /** Lines of a file, without the characters that the charset lacks. */
  private def texts(request: JobRequest, charset: Charset): Array[String] = {
    val file = PrimitiveJob.textFile(request)
    val lines = Files.readAllLines(file, StandardCharsets.UTF_8).asScala
    (if (charset == StandardCharsets.US_ASCII || request.args("language").str == TextFiles.english)
       lines.map(_.filter(_ < 128))
     else lines).toArray
  }

  private def encode(lines: Array[String], charset: Charset): Long = {
    var all = 0L
    var i = 0
    while (i < lines.length) {
      all += lines(i).getBytes(charset).length
      i += 1
    }
    all
  }

  private def decode(lines: Array[Array[Byte]], charset: Charset): Long = {
    var all = 0L
    var i = 0
    while (i < lines.length) {
      all += new String(lines(i), charset).length
      i += 1
    }
    all
  }
}
