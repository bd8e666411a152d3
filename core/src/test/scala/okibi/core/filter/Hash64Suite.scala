package okibi.core.filter

import java.nio.charset.StandardCharsets.US_ASCII

class Hash64Suite extends munit.FunSuite {
  test("the hash of bytes is that of XXH64") {
    assertEquals(Hash64.ofBytes(Array.emptyByteArray), 0xef46db3751d8e999L)
    assertEquals(Hash64.ofBytes("a".getBytes(US_ASCII)), 0xd24ec4f1a98c6e5bL)
    assertEquals(Hash64.ofBytes("abc".getBytes(US_ASCII)), 0x44bc2cf5ad770999L)
    assertEquals(Hash64.ofBytes("Nobody inspects the spammish repetition".getBytes(US_ASCII)), 0xfbcea83c8a378bf1L)
  }

  test("a range of bytes hashes like its copy, for all lengths and offsets") {
    val bytes = Array.tabulate[Byte](100)(i => (i * 37).toByte)
    for (from <- 0 to 9; until <- from to 100)
      assertEquals(Hash64.ofBytes(bytes, from, until - from), Hash64.ofBytes(bytes.slice(from, until)))
  }

  test("similar values have different hashes") {
    val longs = (-5000L to 5000L).map(Hash64.ofLong)
    val texts = for (a <- 'A' to 'z'; b <- 'A' to 'z') yield Hash64.ofChars(s"$a$b")
    assertEquals((longs ++ texts).distinct.size, longs.size + texts.size)
    assertNotEquals(Hash64.combine(1, 2), Hash64.combine(2, 1))
  }
}
