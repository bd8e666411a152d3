package okibi.spark.cache.codec

import scala.util.control.NonFatal

/** The same elements.
  *
  * @param onFailure hears what the iterator throws, before its caller does
  */
private[codec] final class WatchedIterator[T](elements: Iterator[T], onFailure: Throwable => Unit) extends Iterator[T] {
  override def hasNext: Boolean = watched(elements.hasNext)

  override def next(): T = watched(elements.next())

  @inline private def watched[A](read: => A): A =
    try read
    catch {
      case NonFatal(e) =>
        onFailure(e)
        throw e
    }
}
