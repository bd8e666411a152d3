package okibi.bench.data.text

import java.nio.charset.StandardCharsets.{ISO_8859_1, UTF_8}

import munit.ScalaCheckSuite
import org.scalacheck.Gen
import org.scalacheck.Prop.forAll

class WordBoundsSuite extends ScalaCheckSuite {
  private val words = new WordBounds

  private def split(bytes: Array[Byte], from: Int, until: Int): List[String] = {
    val count = words.split(bytes, from, until)
    (0 until count).map(words.text(bytes, _)).toList
  }

  property("words are those of StringTokenizer") {
    forAll(TextSamples.text) { bytes =>
      assertEquals(split(bytes, 0, bytes.length), TextSamples.javaWords(new String(bytes, UTF_8)))
    }
  }

  property("words of any range of any bytes are those of StringTokenizer, with any bytes around the range") {
    forAll(Gen.listOf(Gen.choose(-128, 127)).map(_.map(_.toByte).toArray), Gen.choose(0, 200), Gen.choose(0, 200)) {
      (bytes, a, b) =>
        val from = math.min(a, bytes.length)
        val until = math.min(from + b, bytes.length)
        val count = words.split(bytes, from, until)
        val found =
          (0 until count).map(n => new String(bytes, words.start(n), words.end(n) - words.start(n), ISO_8859_1)).toList
        assertEquals(found, TextSamples.javaWords(new String(bytes, from, until - from, ISO_8859_1)))
    }
  }

  test("every byte is white space exactly where it is for StringTokenizer, at every place of a block") {
    for (byte <- 0 to 255; place <- 0 to 80) {
      val bytes = Array.fill[Byte](81)('x')
      bytes(place) = byte.toByte
      val expected = TextSamples.javaWords(new String(bytes, ISO_8859_1)).size
      assertEquals(words.split(bytes, 0, bytes.length), expected, (byte, place))
    }
  }

  test("a range can have more words than any before") {
    val bytes = "a ".getBytes(UTF_8)
    val many = Array.tabulate(100001)(n => bytes(n % 2))
    assertEquals(words.split(many, 0, many.length), 50001)
    assertEquals((words.start(50000), words.end(50000)), (100000, 100001))
  }

  test("an invalid range is refused") {
    Seq((-1, 2), (2, 1), (0, 11)).foreach { case (from, until) =>
      intercept[IndexOutOfBoundsException](words.split(new Array[Byte](10), from, until))
    }
  }
}
