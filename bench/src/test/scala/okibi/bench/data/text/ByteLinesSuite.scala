package okibi.bench.data.text

import java.nio.charset.StandardCharsets.UTF_8
import java.nio.file.Files

import scala.concurrent.duration._

import okibi.bench.fixture.TempFolder

import munit.ScalaCheckSuite
import org.scalacheck.Gen
import org.scalacheck.Prop.forAll

class ByteLinesSuite extends ScalaCheckSuite with TempFolder {
  override val munitTimeout: Duration = 5.minutes

  private def all(lines: ByteLines): List[String] = Iterator.continually(lines).takeWhile(_.next()).map(_.text).toList

  /** The lines, joined from their pieces. */
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

  property("lines are those of BufferedReader, for any bytes and any sizes of reads") {
    forAll(TextSamples.damaged, Gen.choose(1, 40)) { (bytes, atOnce) =>
      assertEquals(all(new ByteLines(TextSamples.source(bytes, atOnce))), TextSamples.javaLines(bytes))
    }
  }

  property("lines in pieces are the same lines, and each counts once") {
    forAll(TextSamples.text, Gen.choose(8, 40), Gen.choose(1, 40)) { (bytes, buffer, atOnce) =>
      val lines = new ByteLines(TextSamples.source(bytes, atOnce), buffer)
      assertEquals(whole(lines), TextSamples.javaLines(bytes))
      assertEquals(lines.lines, TextSamples.javaLines(bytes).size.toLong)
    }
  }

  property("bytes that are not UTF-8 are counted as a strict decoder does, in pieces too") {
    forAll(TextSamples.damaged, Gen.choose(8, 40)) { (bytes, buffer) =>
      val expected = TextSamples.javaBroken(bytes)
      assertEquals(Utf8Damage.count(bytes, 0, bytes.length), expected)
      val lines = new ByteLines(TextSamples.source(bytes), buffer)
      while (lines.next()) ()
      assertEquals(lines.brokenBytes, expected.toLong)
    }
  }

  property("a text is counted as BufferedReader and StringTokenizer count it, with lines of any length") {
    forAll(TextSamples.text, Gen.choose(8, 40), Gen.choose(1, 40)) { (bytes, buffer, atOnce) =>
      val lines = TextSamples.javaLines(bytes)
      val count = TextCount.of(new ByteLines(TextSamples.source(bytes, atOnce), buffer))
      assertEquals((count.lines, count.words), (lines.size.toLong, lines.map(TextSamples.javaWords(_).size).sum.toLong))
      assertEquals((count.lineBytes, count.brokenBytes), (lines.map(_.getBytes(UTF_8).length).sum.toLong, 0L))
    }
  }

  test("a line of more than 2 GB is read in little memory and counts as one line, with its words") {
    val long = (2L << 30) + 12345
    val chunk = Array.fill(1 << 20)('x'.toByte)
    val rest = " y\nlast".getBytes(UTF_8)
    val source = new ByteSource {
      private var left = long
      private var atRest = false
      override def read(bytes: Array[Byte], from: Int, length: Int): Int = {
        val (content, count) =
          if (left > 0) (chunk, math.min(left, math.min(length, chunk.length).toLong).toInt)
          else (rest, if (atRest) -1 else rest.length)
        if (left == 0) atRest = true
        if (count > 0) System.arraycopy(content, 0, bytes, from, count)
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

  folder.test("an empty file has no lines, an empty line is a line") { folder =>
    assertEquals(TextCount.of(Files.createFile(folder.resolve("empty"))), TextCount(0, 0, 0, 0))
    assertEquals(TextCount.of(Files.write(folder.resolve("ends"), "\n\r\n\r".getBytes(UTF_8))), TextCount(3, 0, 0, 0))
  }

  folder.test("a path that is no text file is refused with its name") { folder =>
    assertEquals(
      intercept[TextFileError](TextCount.of(folder)).getMessage,
      s"$folder: is a directory, not a text file. Give the files in it one by one."
    )
    val missing = folder.resolve("missing")
    assertEquals(intercept[TextFileError](TextCount.of(missing)), TextFileError.NotThere(missing))
  }

  test("a buffer too small for a character is refused") {
    assert(
      intercept[IllegalArgumentException](new ByteLines(TextSamples.source(Array.emptyByteArray), 3)).getMessage
        .startsWith("bufferBytes 3: allowed is at least 8")
    )
  }
}
