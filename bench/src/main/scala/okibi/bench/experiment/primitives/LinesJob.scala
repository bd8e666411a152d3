package okibi.bench.experiment.primitives

import java.nio.charset.StandardCharsets.UTF_8
import java.nio.file.{Files, Path}

import okibi.bench.mapreduce.LinePasses
import okibi.bench.protocol.JobRequest

/** Reads the lines of a text, splits lines into words, or both. Every word is made or located, and not only counted.
  *
  * Arguments beside those of [[PrimitiveJob]]: bytes, seed, language with its `inputs`, and what ([[LinesJob.lines]],
  * [[LinesJob.words]] or [[LinesJob.both]]). The way is one of [[LinesJob.ways]]. The measurement is `text`, by bytes
  * of the text. The answer is the number of lines, of words, or both.
  */
object LinesJob extends PrimitiveJob {
  val lines = "lines"
  val words = "words"
  val both = "lines and words"

  val reader = "BufferedReader"
  val hadoopBytes = "TextInputFormat, bytes"
  val hadoopStrings = "TextInputFormat, String"
  val okibiLines = "okibi, lines"
  val tokenizer = "StringTokenizer"
  val readerTokenizer = "BufferedReader + StringTokenizer"
  val hadoopTokenizer = "TextInputFormat + StringTokenizer"
  val okibiBoth = "okibi, lines and words"

  /** The ways, with what each of them finds. */
  val ways: Seq[(String, String)] = Seq(
    reader -> lines,
    hadoopBytes -> lines,
    hadoopStrings -> lines,
    okibiLines -> lines,
    tokenizer -> words,
    readerTokenizer -> both,
    hadoopTokenizer -> both,
    okibiBoth -> both
  )

  override protected def prepare(request: JobRequest): PrimitiveWork = {
    val file = PrimitiveJob.textFile(request)
    val (bytes, pass) = passOf(PrimitiveJob.way(request), file)
    val counts = pass()
    val answer = request.args("what").str match {
      case `lines` => ujson.Obj("lines" -> counts.lines.toDouble)
      case `words` => ujson.Obj("words" -> counts.words.toDouble)
      case `both` => ujson.Obj("lines" -> counts.lines.toDouble, "words" -> counts.words.toDouble)
    }
    PrimitiveWork(Seq(Measurement("text", bytes, counts.lines, () => pass().hash)), answer)
  }

  /** The bytes that a way handles, and its pass. */
  private def passOf(way: String, file: Path): (Long, () => LinePasses.Counts) =
    if (way == tokenizer) {
      val lines = firstLines(file)
      (lines.map(_.getBytes(UTF_8).length + 1L).sum, () => LinePasses.tokenized(lines))
    } else (Files.size(file), () => ofFile(way, file))

  private def ofFile(way: String, file: Path): LinePasses.Counts = way match {
    case `reader` => LinePasses.readerLines(file)
    case `hadoopBytes` => LinePasses.hadoopLines(file)
    case `hadoopStrings` => LinePasses.hadoopStrings(file)
    case `okibiLines` => LinePasses.okibiLines(file)
    case `readerTokenizer` => LinePasses.readerWords(file)
    case `hadoopTokenizer` => LinePasses.hadoopWords(file)
    case `okibiBoth` => LinePasses.okibiWords(file)
  }

  /** Lines for the tokenizer alone, as many as fit a heap as Strings. */
  private def firstLines(file: Path): Array[String] = {
    val lines = Files.lines(file, UTF_8)
    try lines.limit(maxLines).toArray[String](new Array[String](_))
    finally lines.close()
  }

  private val maxLines = 50000L
}
