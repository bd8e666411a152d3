package okibi.core.conf

/** A number of bytes, as users set it: a size, or a share of something larger. */
sealed abstract class SizeOrShare {

  /** The number of bytes.
    *
    * @param whole the bytes of what the share is taken of
    */
  def bytes(whole: => Long): Long
}

object SizeOrShare {
  final case class Size(size: Long) extends SizeOrShare {
    override def bytes(whole: => Long): Long = size
  }

  /** @param percent from 0 to 100 */
  final case class Share(percent: Int) extends SizeOrShare {
    override def bytes(whole: => Long): Long = (whole / 100.0 * percent).toLong
  }
}
