package okibi.spark.cache.codec

/** What one block cost to write or to read, told once a block when it is done. Called on the task's thread; must not throw. */
trait CodecTiming {

  /** A block of the RDD was written.
    *
    * @param bytes       bytes handed to the stream
    * @param serializeNs time to turn records into bytes, by sampling; computing the records does not count
    * @param writeNs     time the stream took
    */
  def wrote(rdd: Int, bytes: Long, serializeNs: Long, writeNs: Long): Unit

  /** A block of the RDD was read to its end.
    *
    * @param bytes         bytes taken from the stream
    * @param readNs        time the stream took
    * @param deserializeNs time to turn bytes into records
    */
  def read(rdd: Int, bytes: Long, readNs: Long, deserializeNs: Long): Unit
}

object CodecTiming {
  val none: CodecTiming = new CodecTiming {
    override def wrote(rdd: Int, bytes: Long, serializeNs: Long, writeNs: Long): Unit = ()
    override def read(rdd: Int, bytes: Long, readNs: Long, deserializeNs: Long): Unit = ()
  }
}
