package okibi.explain.redact

import munit.FunSuite

class PlainTextSuite extends FunSuite {
  test("a name cannot move the cursor, change colours or fill the screen") {
    assertEquals(PlainText("a\u001b[31mred\u001b[0m\nb\r\u202ec\u0007", 60), "a [31mred [0m b  c")
    assertEquals(PlainText("x" * 1000, 60).length, 60)
    assertEquals(PlainText("\ud83d\ude00" * 100, 10).codePointCount(0, PlainText("\ud83d\ude00" * 100, 10).length), 10)
    assertEquals(PlainText("\ud800", 60), "")
  }
}
