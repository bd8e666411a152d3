package okibi.core.conf

/** A configuration key, declared once: readers, checks and documents all use this declaration.
  *
  * @param key     full name, `spark.okibi.<area>.<name>`
  * @param kind    the values that are allowed, and how to parse them
  * @param default the value when the key is not set
  * @param doc     one paragraph for users
  * @param scope   when the key is read
  * @param since   the first version with the key
  */
final case class ConfEntry[T](
    key: String,
    kind: ConfKind[T],
    default: T,
    doc: String,
    scope: ConfScope = ConfScope.Application,
    since: String = "0.1.0"
) {

  /** The value that is set for the key, or the default.
    *
    * @param lookup the text that is set for a key, if any
    * @throws ConfException when the text is not allowed
    */
  def read(lookup: String => Option[String]): T = lookup(key).fold(default)(parse)

  /** The value that a text stands for.
    *
    * @throws ConfException when the text is not allowed
    */
  def parse(text: String): T = kind.parse(text.trim).getOrElse(throw new ConfException(key, text, kind.allowed))

  def defaultText: String = kind.show(default)
}

/** A value that a key does not allow. The message names the key, the value, the allowed values and the remedy. */
final class ConfException(val key: String, val got: String, val allowed: String)
    extends IllegalArgumentException(
      s"$key: got '$got', allowed is $allowed. Correct the value or remove the key to use its default."
    )
