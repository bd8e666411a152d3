package okibi.explain.text

import munit.FunSuite

class PlainSuite extends FunSuite {
  test("nothing in a name moves the cursor, changes colours or fills the screen") {
    assertEquals(Plain("a\u001b[31mred\u001b[0m\nb\r\u202ec\u0007", 60), "a [31mred [0m b  c")
    assertEquals(Plain("x" * 1000, 60).length, 60)
    assertEquals(Plain("\ud83d\ude00" * 100, 10).codePointCount(0, Plain("\ud83d\ude00" * 100, 10).length), 10)
    assertEquals(Plain("\ud800", 60), "")
  }
}
