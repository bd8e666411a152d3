package okibi.explain.log

import java.io.{ByteArrayInputStream, InputStream}
import java.nio.charset.StandardCharsets.UTF_8

import munit.ScalaCheckSuite
import org.scalacheck.Gen
import org.scalacheck.Prop.forAll

class LogLineReaderSuite extends ScalaCheckSuite {
  private val piece: Gen[String] = Gen.oneOf(Gen.const("\n"), Gen.alphaStr, Gen.choose(60000, 70000).map("x" * _))

  /** A stream that returns a limited number of bytes at a time. */
  private def dripping(bytes: Array[Byte], most: Int): InputStream = new ByteArrayInputStream(bytes) {
    override def read(into: Array[Byte], offset: Int, length: Int): Int =
      super.read(into, offset, math.min(length, most))
  }

  property("lines are those of the text, whatever the chunks are and however much of a line is read") {
    forAll(Gen.listOf(piece).map(_.mkString), Gen.oneOf(1, 7, 4096, 1 << 20), Gen.choose(0, 100000)) {
      (text, most, wanted) =>
        val lines =
          new LogLineReader(dripping(text.getBytes(UTF_8), if (text.length > 1000) math.max(most, 100) else most))
        val read = Iterator
          .continually(lines)
          .takeWhile(_.next())
          .map(_ => new String(lines.line.readNBytes(wanted), UTF_8))
          .toList
        val expected = if (text.isEmpty) Nil else text.stripSuffix("\n").split("\n", -1).toList
        assertEquals(read, expected.map(_.take(wanted)))
        assertEquals(lines.endsCut, text.nonEmpty && !text.endsWith("\n"))
    }
  }
}
