package okibi.explain.log

import java.nio.{ByteBuffer, CharBuffer}
import java.nio.charset.CodingErrorAction
import java.nio.charset.StandardCharsets.{ISO_8859_1, UTF_8}

/** What a file is that is no event log, as far as its first bytes tell: people give the file beside the one that they mean. */
private[log] object FileKind {

  /** First bytes that are enough to tell. */
  val headBytes = 512

  /** How files of a kind have certain bytes at a place. */
  private final case class Mark(kind: String, bytes: String, at: Int = 0) {
    def isIn(head: Array[Byte]): Boolean =
      head.length >= at + bytes.length && new String(head, at, bytes.length, ISO_8859_1) == bytes
  }

  private val marks = Seq(
    Mark("a Parquet file", "PAR1"),
    Mark("an ORC file", "ORC"),
    Mark("an Avro file", "Obj\u0001"),
    Mark("a sequence file of Hadoop's", "SEQ"),
    Mark("an Arrow file", "ARROW1"),
    Mark("a heap dump", "JAVA PROFILE 1."),
    Mark("a recording of Java Flight Recorder", "FLR\u0000"),
    Mark("a class file", "\u00ca\u00fe\u00ba\u00be"),
    Mark("a tar archive: unpack it, and give the log in it", "ustar", 257),
    Mark("a zip within another file: unpack it", "PK\u0003\u0004"),
    Mark("compressed with bzip2: unpack it", "BZh"),
    Mark("compressed with xz: unpack it", "\u00fd7zXZ"),
    Mark("a 7z archive: unpack it, and give the log in it", "7z\u00bc\u00af"),
    Mark("a database of SQLite", "SQLite format 3"),
    Mark("a program", "\u007fELF"),
    Mark("a PDF document", "%PDF-"),
    Mark("a PNG image", "\u0089PNG")
  )

  def of(head: Array[Byte]): String =
    marks.find(_.isIn(head)).map(_.kind).orElse(text(head).map(ofText)).getOrElse("a binary file")

  private def ofText(text: String): String = {
    val begins = text.dropWhile(letter => letter.isWhitespace || letter == '\ufeff').toLowerCase
    if (Seq("<!doctype html", "<html").exists(begins.startsWith)) "a web page, as of a login in place of a download"
    else if (Seq("{", "[").exists(begins.startsWith)) "JSON"
    else "a text file"
  }

  /** What it says, where it is a text; its last letter may be cut. */
  private def text(head: Array[Byte]): Option[String] = {
    val (in, out) = (ByteBuffer.wrap(head), CharBuffer.allocate(head.length))
    val result = UTF_8.newDecoder().onMalformedInput(CodingErrorAction.REPORT).decode(in, out, false)
    val decoded = out.flip().toString
    if (result.isError || decoded.exists(letter => letter < ' ' && !letter.isWhitespace && letter != '\u001b')) None
    else Some(decoded)
  }
}
