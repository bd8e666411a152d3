package okibi.bench.data.text

import munit.ScalaCheckSuite
import org.scalacheck.Arbitrary.arbitrary
import org.scalacheck.Prop.forAll

class Utf8Suite extends ScalaCheckSuite {
  private def decode(bytes: Array[Byte]): (String, Int) = {
    var broken = 0
    (Utf8.decode(bytes, 0, bytes.length, broken += _), broken)
  }

  property("UTF-8 text is decoded unchanged") {
    forAll(arbitrary[String].map(s => new String(s.getBytes("UTF-8"), "UTF-8"))) { text =>
      assertEquals(decode(text.getBytes("UTF-8")), (text, 0))
    }
  }

  property("any bytes are decoded, and the replaced ones are counted") {
    forAll { (bytes: Array[Byte]) =>
      val (text, broken) = decode(bytes)
      val inInput = bytes.sliding(3).count(_.sameElements("\uFFFD".getBytes("UTF-8")))
      assertEquals(text.count(_ == '\uFFFD') - inInput, broken)
    }
  }

  test("each broken byte becomes one replacement character") {
    assertEquals(decode(Array[Byte]('a', -61, 'b')), ("a\uFFFDb", 1))
    assertEquals(decode(Array[Byte](-16, -97, -108)), ("\uFFFD\uFFFD\uFFFD", 3))
  }

  test("a replacement character in the input is not a broken byte") {
    assertEquals(decode("x\uFFFDy".getBytes("UTF-8")), ("x\uFFFDy", 0))
  }
}
