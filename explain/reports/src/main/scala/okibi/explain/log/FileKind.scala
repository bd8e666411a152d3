package okibi.explain.log

import java.nio.{ByteBuffer, CharBuffer}
import java.nio.charset.CodingErrorAction
import java.nio.charset.StandardCharsets.{ISO_8859_1, UTF_8}

/** Tells from its first bytes what a file is that is no event log: people give the file beside the one that they mean.
  */
private[log] object FileKind {

  /** First bytes that are enough to tell. */
  val headBytes = 512

  /** Bytes that files of a kind have at a position. */
  private final case class Signature(kind: String, bytes: String, position: Int = 0) {
    def isIn(head: Array[Byte]): Boolean =
      head.length >= position + bytes.length && new String(head, position, bytes.length, ISO_8859_1) == bytes
  }

  private val signatures = Seq(
    Signature("a Parquet file", "PAR1"),
    Signature("an ORC file", "ORC"),
    Signature("an Avro file", "Obj\u0001"),
    Signature("a sequence file of Hadoop", "SEQ"),
    Signature("an Arrow file", "ARROW1"),
    Signature("a heap dump", "JAVA PROFILE 1."),
    Signature("a recording of Java Flight Recorder", "FLR\u0000"),
    Signature("a class file", "\u00ca\u00fe\u00ba\u00be"),
    Signature("a tar archive (unpack it and give the log in it)", "ustar", 257),
    Signature("a zip within another file (unpack it)", "PK\u0003\u0004"),
    Signature("compressed with bzip2 (unpack it)", "BZh"),
    Signature("compressed with xz (unpack it)", "\u00fd7zXZ"),
    Signature("a 7z archive (unpack it and give the log in it)", "7z\u00bc\u00af"),
    Signature("a database of SQLite", "SQLite format 3"),
    Signature("a program", "\u007fELF"),
    Signature("a PDF document", "%PDF-"),
    Signature("a PNG image", "\u0089PNG")
  )

  /** A kind that follows "it is". */
  def of(head: Array[Byte]): String =
    signatures.find(_.isIn(head)).map(_.kind).orElse(text(head).map(ofText)).getOrElse("a binary file")

  private def ofText(text: String): String = {
    val start = text.dropWhile(letter => letter.isWhitespace || letter == '\ufeff').toLowerCase
    if (Seq("<!doctype html", "<html").exists(start.startsWith)) "a web page, such as a login in place of a download"
    else if (Seq("{", "[").exists(start.startsWith)) "JSON"
    else "a text file"
  }

  /** The bytes as a text, where they are one; the last letter may be cut. */
  private def text(head: Array[Byte]): Option[String] = {
    val (in, out) = (ByteBuffer.wrap(head), CharBuffer.allocate(head.length))
    val result = UTF_8.newDecoder().onMalformedInput(CodingErrorAction.REPORT).decode(in, out, false)
    val decoded = out.flip().toString
    if (result.isError || decoded.exists(letter => letter < ' ' && !letter.isWhitespace && letter != '\u001b')) None
    else Some(decoded)
  }
}
