package okibi.spark.cache.codec

/** The encoders of one open block, each made on first use.
  *
  * @param makePlain   makes the encoder for records that are small trees
  * @param makeGeneric makes the encoder for records of any class
  */
private[codec] final class Encoders(makePlain: => FrameEncoder, makeGeneric: => FrameEncoder) {
  private var genericUsed = false
  private lazy val strings = new StringFrame.Encoder
  private lazy val plain = makePlain
  private lazy val generic = {
    genericUsed = true
    makeGeneric
  }

  /** Encoders to try for a record, the best first.
    *
    * @param least the lowest generality to try: higher than that of a frame that was closed too early
    */
  def candidates(record: AnyRef, least: Int): Iterator[FrameEncoder] =
    special(record).filter(_.generality >= least).iterator ++
      (if (least <= 1) Iterator(1, 2) else Iterator(2)).map(kind => if (kind == 1) plain else generic)

  /** The generic encoder failed in the middle of a record and must not be used again. */
  def dropGeneric(): Unit = genericUsed = false

  def release(): Unit = if (genericUsed) generic.release()

  private def special(record: AnyRef): Option[FrameEncoder] = record match {
    case null => None
    case _: String => Some(strings)
    case _: Array[Byte] => Some(BytesFrame.Encoder)
    case value => PrimitiveFrame.of(value.getClass).map(_.encoder)
  }
}
