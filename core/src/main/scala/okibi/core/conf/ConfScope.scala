package okibi.core.conf

/** When a key is read, and therefore whether a session may set it.
  *
  * @param doc the answer for documents, which complete "Read: ..."
  */
sealed abstract class ConfScope(val doc: String)

object ConfScope {
  case object Application extends ConfScope("when the application starts; a session cannot set it")
  case object Session extends ConfScope("by each query and each fill of a cached table; a session can set it")
}
