package okibi.core.conf

import java.util.Locale

import scala.util.Try

/** The type of a configuration value: how its text is checked, parsed and shown.
  *
  * @param describe returns the allowed texts. It runs when a document or an error needs them, because every application
  *                 makes all kinds when it starts
  * @param parse    the value of a text; None if the text is not allowed
  * @param show     the text of a value, as users write it
  */
final class ConfKind[T](describe: => String, val parse: String => Option[T], val show: T => String) {

  /** The allowed texts, for documents and errors. */
  lazy val allowed: String = describe
}

object ConfKind {
  private def apply[T](describe: => String, parse: String => Option[T], show: T => String): ConfKind[T] =
    new ConfKind(describe, parse, show)

  val flag: ConfKind[Boolean] = ConfKind("true or false", text => Try(text.toBoolean).toOption, _.toString)

  def oneOf(values: => Seq[String]): ConfKind[String] =
    ConfKind(
      "one of " + values.mkString(", "),
      text => Some(text.toLowerCase(Locale.ROOT)).filter(values.contains),
      identity
    )

  /** A number of bytes with an optional suffix k, m or g (powers of 1024). */
  def bytes(min: Long): ConfKind[Long] =
    ConfKind(
      s"a size such as 512k, 64m or 1g, at least ${ByteText.show(min)}",
      text => ByteText.parse(text).filter(_ >= min),
      ByteText.show
    )

  /** A number of bytes as above, or the empty text. */
  def bytesOrNothing: ConfKind[Option[Long]] = orNothing(bytes(min = 0))

  /** A number of bytes as above, a share such as 10%, or the empty text. */
  def sizeOrShareOrNothing: ConfKind[Option[SizeOrShare]] = {
    val size = bytes(min = 0)
    val share = int(0, 100)
    orNothing(
      ConfKind[SizeOrShare](
        s"${size.allowed}, a share from 0% to 100%",
        text =>
          if (text.endsWith("%")) share.parse(text.dropRight(1).trim).map(SizeOrShare.Share(_))
          else size.parse(text).map(SizeOrShare.Size(_)),
        {
          case SizeOrShare.Size(bytes) => size.show(bytes)
          case SizeOrShare.Share(percent) => s"${share.show(percent)}%"
        }
      )
    )
  }

  private def orNothing[T](kind: ConfKind[T]): ConfKind[Option[T]] = ConfKind(
    s"${kind.allowed}, or nothing",
    text => if (text.isEmpty) Some(None) else kind.parse(text).map(Some(_)),
    _.fold("")(kind.show)
  )

  def int(min: Int, max: Int): ConfKind[Int] =
    ConfKind(
      s"a whole number from $min to $max",
      text => Try(text.toInt).toOption.filter(n => n >= min && n <= max),
      _.toString
    )

  /** A full class name, or the empty text. */
  val className: ConfKind[String] =
    ConfKind(
      "a class name with its package, or nothing",
      text => Some(text).filter(_.matches("([A-Za-z_$][\\w$]*(\\.[A-Za-z_$][\\w$]*)*)?")),
      identity
    )

  /** A folder in any file system, or the empty text. */
  val folder: ConfKind[String] =
    ConfKind("a folder's path or URI, or nothing", text => Some(text.trim).filterNot(_.exists(_.isControl)), identity)

  /** Groups of two to four columns: commas separate names, semicolons separate groups. */
  val columnGroups: ConfKind[Seq[Seq[String]]] = ConfKind(
    "groups of two to four column names such as a,b;c,d,e",
    text => {
      val groups =
        text.split(';').map(_.trim).filter(_.nonEmpty).map(_.split(',').map(_.trim).filter(_.nonEmpty).toSeq).toSeq
      Some(groups).filter(_.forall(group => group.length >= 2 && group.length <= 4 && group.distinct == group))
    },
    _.map(_.mkString(",")).mkString(";")
  )
}
