package okibi.bench.experiment.primitives

import java.nio.charset.StandardCharsets.UTF_8
import java.nio.file.{Files, Path}

import okibi.bench.benchmark.TextInputs
import okibi.bench.data.text.TextFiles
import okibi.bench.mapreduce.LinePasses
import okibi.bench.protocol.JobRequest

/** Reads the lines of a text, splits lines into words, or both. Every word is made or located; none is only counted.
  *
  * Arguments beside those of [[PrimitiveJob]]: bytes, seed, language with its `inputs`, and what ([[LinesJob.lines]], [[LinesJob.words]] or
  * [[LinesJob.both]]). The way is one of [[LinesJob.ways]]. The measurement is `text`, by bytes of the text; the answer is the number of lines,
  * of words, or both.
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

  /** The ways, with what they do. */
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

  override protected def work(request: JobRequest): Work = {
    val file = TextFiles.file(
      PrimitiveJob.folder(request),
      request.args("language").str,
      TextInputs.of(request),
      request.long("bytes"),
      request.long("seed")
    )
    val (bytes, pass) = passOf(PrimitiveJob.way(request), file)
    val counted = pass()
    val answer = request.args("what").str match {
      case `lines` => ujson.Obj("lines" -> counted.lines.toDouble)
      case `words` => ujson.Obj("words" -> counted.words.toDouble)
      case `both` => ujson.Obj("lines" -> counted.lines.toDouble, "words" -> counted.words.toDouble)
    }
    Work(Seq(Measurement("text", bytes, counted.lines, () => pass().figure)), answer)
  }

  /** What a way does, with the bytes that it handles. */
  private def passOf(way: String, file: Path): (Long, () => LinePasses.Counted) =
    if (way == tokenizer) {
      val some = firstLines(file)
      (some.map(_.getBytes(UTF_8).length + 1L).sum, () => LinePasses.tokenized(some))
    } else (Files.size(file), () => ofFile(way, file))

  private def ofFile(way: String, file: Path): LinePasses.Counted = way match {
    case `reader` => LinePasses.readerLines(file)
    case `hadoopBytes` => LinePasses.hadoopLines(file)
    case `hadoopStrings` => LinePasses.hadoopStrings(file)
    case `okibiLines` => LinePasses.ownLines(file)
    case `readerTokenizer` => LinePasses.readerWords(file)
    case `hadoopTokenizer` => LinePasses.hadoopWords(file)
    case `okibiBoth` => LinePasses.ownWords(file)
  }

  /** Lines that fit a heap as Strings, for the tokenizer alone. */
  private def firstLines(file: Path): Array[String] = {
    val lines = Files.lines(file, UTF_8)
    try lines.limit(mostLines).toArray[String](new Array[String](_))
    finally lines.close()
  }

  private val mostLines = 50000L
}
