package okibi.core.conf

import munit.Location

class ConfEntrySuite extends munit.FunSuite {
  private def read[T](kind: ConfKind[T], default: T, text: String): T =
    ConfEntry("spark.okibi.some.key", kind, default, "Some.").read(Map("spark.okibi.some.key" -> text).get)

  private def refuses[T](kind: ConfKind[T], default: T, text: String, allowed: String)(implicit loc: Location): Unit = {
    val error = intercept[ConfException](read(kind, default, text))
    assertEquals((error.key, error.got, error.allowed), ("spark.okibi.some.key", text, allowed))
    assertEquals(
      error.getMessage,
      s"spark.okibi.some.key: got '$text', allowed is $allowed. Correct the value or remove the key to use its default."
    )
  }

  test("an unset key has its default") {
    assertEquals(ConfEntry("k", ConfKind.flag, true, "Some.").read(_ => None), true)
  }

  test("spaces around a value do not matter") {
    assertEquals(read(ConfKind.int(1, 9), 1, " 7 "), 7)
  }

  test("a flag is true or false") {
    assertEquals(read(ConfKind.flag, true, "false"), false)
    assertEquals(read(ConfKind.flag, false, "TRUE"), true)
    Seq("yes", "1", "").foreach(refuses(ConfKind.flag, true, _, "true or false"))
  }

  test("a choice is one of its values, in any case") {
    val kind = ConfKind.oneOf(Seq("always", "never"))
    assertEquals(read(kind, "never", "Always"), "always")
    refuses(kind, "never", "sometimes", "one of always, never")
  }

  test("a size has a suffix or is a number of bytes") {
    val kind = ConfKind.bytes(min = 0)
    assertEquals(
      Seq("0", "17", "2k", "2K", "3m", "3mb", "4g", "5 g", "12b").map(read(kind, 0L, _)),
      Seq(0L, 17L, 2048L, 2048L, 3L << 20, 3L << 20, 4L << 30, 5L << 30, 12L)
    )
  }

  test("a text that is no size, a size below the minimum and a size beyond 64 bits are refused") {
    val allowed = "a size such as 512k, 64m or 1g, at least 1m"
    Seq("much", "", "m", "1.5g", "-1g", "1048575", "1023k", "9999999999999g").foreach(
      refuses(ConfKind.bytes(min = 1L << 20), 1L << 30, _, allowed)
    )
  }

  test("a size is shown in the largest unit that divides it, and parses back") {
    val kind = ConfKind.bytes(min = 0)
    assertEquals(Seq(0L, 1000L, 1024L, 1536L << 10, 1L << 30).map(kind.show), Seq("0", "1000", "1k", "1536k", "1g"))
    Seq(0L, 1000L, 1024L, 1536L << 10, 1L << 30).foreach(bytes => assertEquals(read(kind, 0L, kind.show(bytes)), bytes))
  }

  test("a size may be a share, and nothing is allowed where it means no limit") {
    val kind = ConfKind.sizeOrShareOrNothing
    def bytes(text: String): Option[Long] = read(kind, None, text).map(_.bytes(200L))
    assertEquals(
      Seq("", "0", "3k", "0%", "10 %", "100%").map(bytes),
      Seq(None, Some(0L), Some(3072L), Some(0L), Some(20L), Some(200L))
    )
    val allowed = "a size such as 512k, 64m or 1g, at least 0, a share from 0% to 100%, or nothing"
    Seq("101%", "-1%", "1.5%", "%", "ten%", "-3").foreach(refuses(kind, None, _, allowed))
    Seq("", "3m", "10%").foreach(text => assertEquals(kind.show(read(kind, None, text)), text))
  }

  test("a whole number lies between its limits") {
    val kind = ConfKind.int(1, 64)
    assertEquals(Seq("1", "64").map(read(kind, 1, _)), Seq(1, 64))
    Seq("0", "65", "1.5", "many", "99999999999").foreach(refuses(kind, 1, _, "a whole number from 1 to 64"))
  }
}
