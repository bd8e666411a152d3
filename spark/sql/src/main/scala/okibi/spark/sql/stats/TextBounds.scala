package okibi.spark.sql.stats

/** Bounds of byte strings that compare unsigned. */
private[sql] final case class TextBounds(lower: Array[Byte], upper: Array[Byte])

private[sql] object TextBounds {

  /** Bounds of at most `limitBytes` each around the given ones; nothing if no byte string of that length is greater
    * than the upper one.
    */
  def cut(lower: Array[Byte], upper: Array[Byte], limitBytes: Int): Option[TextBounds] = {
    val low = if (lower.length <= limitBytes) lower else lower.take(limitBytes)
    if (upper.length <= limitBytes) Some(TextBounds(low, upper))
    else after(upper.take(limitBytes)).map(TextBounds(low, _))
  }

  /** The least byte string that is greater than all byte strings with the prefix; nothing if there is none. */
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
