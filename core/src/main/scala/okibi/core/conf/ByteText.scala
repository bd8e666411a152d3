package okibi.core.conf

import java.util.Locale

import scala.util.Try

/** Numbers of bytes as users write them: `512k`, `64m`, `1g`, with or without a `b` at the end. */
object ByteText {

  /** Suffixes and their bytes, the largest first. */
  val units: Seq[(String, Long)] = Seq("g" -> (1L << 30), "m" -> (1L << 20), "k" -> (1L << 10))

  /** The bytes of a text; None if it is no size, or more than a Long holds.
    *
    * @param plainBytes bytes of one without a suffix
    */
  def parse(text: String, units: Seq[(String, Long)] = units, plainBytes: Long = 1L): Option[Long] = {
    val lower = text.trim.toLowerCase(Locale.ROOT).stripSuffix("b")
    val (digits, unitBytes) = units
      .collectFirst { case (suffix, bytes) if lower.endsWith(suffix) => (lower.dropRight(suffix.length), bytes) }
      .getOrElse((lower, plainBytes))
    Try(Math.multiplyExact(digits.trim.toLong, unitBytes)).toOption
  }

  /** The shortest text of a number of bytes. */
  def show(bytes: Long): String =
    units
      .collectFirst { case (suffix, size) if bytes > 0 && bytes % size == 0 => s"${bytes / size}$suffix" }
      .getOrElse(bytes.toString)
}
