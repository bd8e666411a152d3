package okibi.spark.sql.stats

/** Bounds of bytes in order. */
final case class TextBounds(lower: Array[Byte], upper: Array[Byte])

object TextBounds {

  /** Bounds of at most so many bytes around those given; nothing where no text of that length is above. */
  def cut(lower: Array[Byte], upper: Array[Byte], limit: Int): Option[TextBounds] = {
    val low = if (lower.length <= limit) lower else lower.take(limit)
    if (upper.length <= limit) Some(TextBounds(low, upper)) else after(upper.take(limit)).map(TextBounds(low, _))
  }

  /** The least bytes greater than all that begin with these; nothing if there are none. */
  def after(prefix: Array[Byte]): Option[Array[Byte]] = {
    val last = prefix.lastIndexWhere(_ != -1)
    if (last < 0) None
    else {
      val next = prefix.take(last + 1)
      next(last) = (next(last) + 1).toByte
      Some(next)
    }
  }
}
