package okibi.core.conf

import java.util.Locale

import scala.util.Try

/** How the text of a configuration value is read.
  *
  * @param allowed what users may write, for documents and errors
  * @param parse   the value, or nothing if the text is not allowed
  * @param show    the value as users write it
  */
final case class ConfKind[T](allowed: String, parse: String => Option[T], show: T => String)

object ConfKind {
  val flag: ConfKind[Boolean] = ConfKind("true or false", text => Try(text.toBoolean).toOption, _.toString)

  def oneOf(values: Seq[String]): ConfKind[String] =
    ConfKind("one of " + values.mkString(", "), text => Some(text.toLowerCase(Locale.ROOT)).filter(values.contains), identity)

  /** Whole bytes with an optional suffix k, m, g (powers of 1024). */
  def bytes(min: Long): ConfKind[Long] =
    ConfKind(s"a size such as 512k, 64m or 1g, at least ${showBytes(min)}", text => parseBytes(text).filter(_ >= min), showBytes)

  def int(min: Int, max: Int): ConfKind[Int] =
    ConfKind(s"a whole number from $min to $max", text => Try(text.toInt).toOption.filter(n => n >= min && n <= max), _.toString)

  private val units = Seq("g" -> (1L << 30), "m" -> (1L << 20), "k" -> (1L << 10))

  private def parseBytes(text: String): Option[Long] = {
    val lower = text.toLowerCase(Locale.ROOT).stripSuffix("b")
    val (digits, factor) = units.collectFirst {
      case (suffix, size) if lower.endsWith(suffix) => (lower.dropRight(1), size)
    }.getOrElse((lower, 1L))
    Try(Math.multiplyExact(digits.trim.toLong, factor)).toOption
  }

  private def showBytes(value: Long): String =
    units.collectFirst { case (suffix, size) if value > 0 && value % size == 0 => s"${value / size}$suffix" }.getOrElse(value.toString)
}
