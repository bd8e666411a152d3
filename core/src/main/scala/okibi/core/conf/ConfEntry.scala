package okibi.core.conf

/** A configuration key, declared once: the reader, the checks and the documentation all come from here.
  *
  * @param key     full name, `spark.okibi.<area>.<name>`
  * @param kind    how text becomes a value, and what is allowed
  * @param default used when the key is not set
  * @param doc     one paragraph for users
  * @param scope   when it is read
  * @param since   first version with the key
  */
final case class ConfEntry[T](
    key: String,
    kind: ConfKind[T],
    default: T,
    doc: String,
    scope: ConfScope = ConfScope.Application,
    since: String = "0.1.0"
) {

  /** The value set for the key, or the default.
    *
    * @param lookup the text set for a key, if any
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

/** A value that a key does not allow. The message is complete: subject, what we got, what is allowed, what to do. */
final class ConfException(val key: String, val got: String, val allowed: String)
    extends IllegalArgumentException(
      s"$key: got '$got', allowed is $allowed. Correct the value or remove the key to use its default."
    )
