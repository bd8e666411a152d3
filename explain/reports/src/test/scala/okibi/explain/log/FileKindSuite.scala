package okibi.explain.log

import java.nio.charset.StandardCharsets.{ISO_8859_1, UTF_8}
import java.nio.file.{Files, Path}
import java.util.zip.GZIPOutputStream

import munit.FunSuite

class FileKindSuite extends FunSuite {
  private val kinds = Seq(
    "PAR1\u0015\u0004" -> "a Parquet file",
    "ORC\u0008" -> "an ORC file",
    "Obj\u0001" -> "an Avro file",
    "SEQ\u0006" -> "a sequence file of Hadoop",
    "JAVA PROFILE 1.0.2\u0000" -> "a heap dump",
    "FLR\u0000\u0000" -> "a recording of Java Flight Recorder",
    "\u00ca\u00fe\u00ba\u00be" -> "a class file",
    "a.txt" + "\u0000" * 252 + "ustar" -> "a tar archive (unpack it and give the log in it)",
    "BZh91AY" -> "compressed with bzip2 (unpack it)",
    "SQLite format 3\u0000" -> "a database of SQLite",
    "\u007fELF" -> "a program",
    "%PDF-1.7" -> "a PDF document",
    "\u0089PNG" -> "a PNG image",
    "<!DOCTYPE html>\n<html>" -> "a web page, such as a login in place of a download",
    "\n<html>" -> "a web page, such as a login in place of a download",
    "[ {\n  \"id\" : \"app-1\"" -> "JSON",
    "26/11/23 03:15:00 INFO SparkContext: Running\n" -> "a text file",
    "\u0000\u0001\u0002\u0003" -> "a binary file"
  )

  test("the first bytes of a file tell its kind") {
    kinds.foreach { case (head, kind) => assertEquals(FileKind.of(head.getBytes(ISO_8859_1)), kind) }
    assertEquals(FileKind.of("Gr\u00fc\u00dfe".getBytes(UTF_8).dropRight(2)), "a text file", "a letter that is cut")
  }

  test("another file in place of a log, compressed or not, is refused in one line with its kind") {
    val folder: Path = Files.createTempDirectory("okibi kind ")
    kinds.foreach { case (head, kind) =>
      Seq(false, true).foreach { isCompressed =>
        val file = folder.resolve("file")
        val out = if (isCompressed) new GZIPOutputStream(Files.newOutputStream(file)) else Files.newOutputStream(file)
        out.write(head.getBytes(ISO_8859_1))
        out.close()
        val why = intercept[UnreadableLog](EventLog.at(file.toString).read(_ => ())).getMessage
        assert(why.startsWith(s"$file: it is $kind, and no line of it is an event of Spark. Give an event log"), why)
        Files.delete(file)
      }
    }
    Files.delete(folder)
  }
}
