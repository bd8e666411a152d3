package okibi.bench.data.text

import munit.ScalaCheckSuite
import org.scalacheck.Prop.forAll

class WordsSuite extends ScalaCheckSuite {
  test("words are the text between white space") {
    assertEquals(Words.split("  if (a)\t\treturn;\r").toList, List("if", "(a)", "return;"))
    assertEquals(Words.split(" \t").toList, Nil)
  }

  property("counting and splitting agree") {
    forAll((line: String) => assertEquals(Words.count(line), Words.split(line).size.toLong))
  }
}
