package okibi.spark.cache.codec

/** Hears the cost of writing or reading a block, once, when the block is done. Called on the task's thread; must not
  * throw.
  */
trait CodecTiming {

  /** A block of the RDD was written.
    *
    * @param bytes       bytes passed to the stream
    * @param serializeNs nanoseconds to turn records into bytes, estimated from a sample; without computing the records
    * @param writeNs     nanoseconds that the stream took
    */
  def wrote(rdd: Int, bytes: Long, serializeNs: Long, writeNs: Long): Unit

  /** A block of the RDD was read to its end.
    *
    * @param bytes         bytes taken from the stream
    * @param readNs        nanoseconds that the stream took
    * @param deserializeNs nanoseconds to turn bytes into records
    */
  def read(rdd: Int, bytes: Long, readNs: Long, deserializeNs: Long): Unit
}

object CodecTiming {
  val none: CodecTiming = new CodecTiming {
    override def wrote(rdd: Int, bytes: Long, serializeNs: Long, writeNs: Long): Unit = ()
    override def read(rdd: Int, bytes: Long, readNs: Long, deserializeNs: Long): Unit = ()
  }
}
