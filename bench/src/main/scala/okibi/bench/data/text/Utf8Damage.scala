package okibi.bench.data.text

/** Counts bytes that are not UTF-8: those that belong to no well-formed sequence of The Unicode Standard, table 3-7. A
  * strict decoder of Java rejects the same number. Stateless.
  */
object Utf8Damage {

  /** The number of such bytes in a range, which is taken for a complete text. */
  def count(bytes: Array[Byte], from: Int, until: Int): Int = {
    var at = from
    var broken = 0
    while (at < until) {
      if (until - at >= 8 && (Swar.load(bytes, at) & Swar.highBits) == 0) at += 8
      else {
        val length = sequence(bytes, at, until)
        if (length == 0) {
          broken += 1
          at += 1
        } else at += length
      }
    }
    broken
  }

  /** Length of the well-formed sequence that begins here; 0 when none does. */
  private def sequence(bytes: Array[Byte], at: Int, until: Int): Int = {
    val lead = bytes(at) & 0xff
    if (lead < 0x80) 1
    else if (lead < 0xc2) 0
    else if (lead < 0xe0) if (continue(bytes, at + 1, 1, until)) 2 else 0
    else if (lead < 0xf0) if (continue(bytes, at + 1, 2, until) && isOfThree(lead, bytes(at + 1) & 0xff)) 3 else 0
    else if (lead < 0xf5) if (continue(bytes, at + 1, 3, until) && isOfFour(lead, bytes(at + 1) & 0xff)) 4 else 0
    else 0
  }

  /** Whether `count` bytes continue a character. */
  private def continue(bytes: Array[Byte], at: Int, count: Int, until: Int): Boolean = {
    var i = 0
    while (i < count && at + i < until && (bytes(at + i) & 0xc0) == 0x80) i += 1
    i == count
  }

  /** Not overlong, and no surrogate. */
  private def isOfThree(lead: Int, second: Int): Boolean =
    if (lead == 0xe0) second >= 0xa0 else lead != 0xed || second < 0xa0

  /** Not overlong, and at most U+10FFFF. */
  private def isOfFour(lead: Int, second: Int): Boolean =
    if (lead == 0xf0) second >= 0x90 else lead != 0xf4 || second < 0x90
}
