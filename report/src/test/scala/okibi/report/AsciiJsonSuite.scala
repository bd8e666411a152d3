package okibi.report

import munit.ScalaCheckSuite
import org.scalacheck.Gen
import org.scalacheck.Prop._

class AsciiJsonSuite extends ScalaCheckSuite {

  property("every text is written as printable ASCII and read back unchanged") {
    val character = Gen.frequency(
      4 -> Gen.choose('\u0000', '\u00ff'),
      1 -> Gen.choose(Char.MinValue, Char.MaxValue)
    )
    forAll(Gen.stringOf(character)) { text =>
      val written = AsciiJson.write(ujson.Obj(text -> text))
      assert(written.forall(c => c >= ' ' && c <= '~'), written)
      assertEquals(ujson.read(written).obj.toSeq, Seq(text -> (ujson.Str(text): ujson.Value)))
    }
  }

  test("the delete character is written as its code") {
    assertEquals(AsciiJson.write(ujson.Str("\u007f")), "\"\\u007f\"")
  }
}
