package okibi.bench.data.text

import java.nio.charset.StandardCharsets.UTF_8
import java.nio.file.{Files, Path, Paths}

import scala.concurrent.duration._

import munit.ScalaCheckSuite
import org.scalacheck.Gen
import org.scalacheck.Prop.forAll

class ByteLinesSuite extends ScalaCheckSuite {
  override val munitTimeout: Duration = 5.minutes

  private def all(lines: ByteLines): List[String] = Iterator.continually(lines).takeWhile(_.next()).map(_.text).toList

  /** Pieces put together again, as lines. */
  private def whole(lines: ByteLines): List[String] = {
    val found = List.newBuilder[String]
    var begun = Array.emptyByteArray
    while (lines.next()) {
      assertEquals(lines.continuesLine, begun.length > 0)
      begun ++= lines.bytes.slice(lines.from, lines.until)
      if (lines.endsLine) {
        found += new String(begun, UTF_8)
        begun = Array.emptyByteArray
      }
    }
    found.result()
  }

  private def temporary[T](work: Path => T): T = {
    val folder = Files.createTempDirectory(
      Files.createDirectories(Paths.get(System.getProperty("java.io.tmpdir"))),
      "okibi lines "
    )
    try work(folder)
    finally {
      folder.toFile.listFiles.foreach(file => Files.delete(file.toPath))
      Files.delete(folder)
    }
  }

  property("lines are those of BufferedReader, whatever the bytes and however they come") {
    forAll(Texts.damaged, Gen.choose(1, 40)) { (bytes, atOnce) =>
      assertEquals(all(new ByteLines(Texts.source(bytes, atOnce))), Texts.javaLines(bytes))
    }
  }

  property("lines in pieces are the same lines, and are counted once") {
    forAll(Texts.text, Gen.choose(8, 40), Gen.choose(1, 40)) { (bytes, buffer, atOnce) =>
      val lines = new ByteLines(Texts.source(bytes, atOnce), buffer)
      assertEquals(whole(lines), Texts.javaLines(bytes))
      assertEquals(lines.lines, Texts.javaLines(bytes).size.toLong)
    }
  }

  property("bytes that are not UTF-8 are counted as a strict decoder does, in pieces too") {
    forAll(Texts.damaged, Gen.choose(8, 40)) { (bytes, buffer) =>
      val expected = Texts.javaBroken(bytes)
      assertEquals(Utf8Damage.count(bytes, 0, bytes.length), expected)
      val lines = new ByteLines(Texts.source(bytes), buffer)
      while (lines.next()) ()
      assertEquals(lines.brokenBytes, expected.toLong)
    }
  }

  property("the whole of a text is counted as BufferedReader and StringTokenizer do, however long its lines are") {
    forAll(Texts.text, Gen.choose(8, 40), Gen.choose(1, 40)) { (bytes, buffer, atOnce) =>
      val lines = Texts.javaLines(bytes)
      val count = TextCount.of(new ByteLines(Texts.source(bytes, atOnce), buffer))
      assertEquals((count.lines, count.words), (lines.size.toLong, lines.map(Texts.javaWords(_).size).sum.toLong))
      assertEquals((count.lineBytes, count.brokenBytes), (lines.map(_.getBytes(UTF_8).length).sum.toLong, 0L))
    }
  }

  test("a line of more than 2 GB is one line and its words are words, in little memory") {
    val long = (2L << 30) + 12345
    val chunk = Array.fill(1 << 20)('x'.toByte)
    val rest = " y\nlast".getBytes(UTF_8)
    val source = new ByteSource {
      private var left = long
      private var atRest = false
      override def read(bytes: Array[Byte], from: Int, length: Int): Int = {
        val (what, count) =
          if (left > 0) (chunk, math.min(left, math.min(length, chunk.length).toLong).toInt)
          else (rest, if (atRest) -1 else rest.length)
        if (left == 0) atRest = true
        if (count > 0) System.arraycopy(what, 0, bytes, from, count)
        left = math.max(0, left - math.max(0, count))
        count
      }
      override def close(): Unit = ()
    }
    assertEquals(
      TextCount.of(new ByteLines(source)),
      TextCount(lines = 2, words = 3, lineBytes = long + 2 + 4, brokenBytes = 0)
    )
  }

  test("an empty file has no lines, an empty line is a line") {
    temporary { folder =>
      assertEquals(TextCount.of(Files.createFile(folder.resolve("empty"))), TextCount(0, 0, 0, 0))
      assertEquals(TextCount.of(Files.write(folder.resolve("ends"), "\n\r\n\r".getBytes(UTF_8))), TextCount(3, 0, 0, 0))
    }
  }

  test("what is no text file is named") {
    temporary { folder =>
      assertEquals(
        intercept[TextFileError](TextCount.of(folder)).getMessage,
        s"$folder: a directory, where a text file is wanted. Give the files in it one by one."
      )
      val missing = folder.resolve("missing")
      assertEquals(intercept[TextFileError](TextCount.of(missing)), TextFileError.NotThere(missing))
    }
  }

  test("a buffer too small for a character is refused") {
    assert(
      intercept[IllegalArgumentException](new ByteLines(Texts.source(Array.emptyByteArray), 3)).getMessage
        .startsWith("a buffer of 3 bytes: allowed is at least 8")
    )
  }
}
