package okibi.spark.sql.arrow

/** Memory outside the heap, from an allocator of Arrow. Arrow's classes have one name in Spark and another in engines
  * that bring their own, so that what fills buffers knows addresses alone.
  */
trait Buffers[Buffer] {

  /** @param bytes at least 0; what the memory holds is not said */
  def allocate(bytes: Long): Buffer

  def address(buffer: Buffer): Long

  def release(buffer: Buffer): Unit
}
