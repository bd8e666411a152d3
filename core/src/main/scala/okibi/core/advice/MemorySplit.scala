package okibi.core.advice

/** How the memory of an executor's container is divided.
  *
  * @param heapBytes     Java heap
  * @param offHeapBytes  Spark's memory outside the heap, 0 where it is off
  * @param overheadBytes the rest of the container: the JVM's own memory, buffers, and the page cache
  */
final case class MemorySplit(heapBytes: Long, offHeapBytes: Long, overheadBytes: Long) {
  def containerBytes: Long = heapBytes + offHeapBytes + overheadBytes

  /** What the overhead leaves for the page cache, in which files of cached data stay. */
  def pageCacheBytes: Long = math.max(0L, overheadBytes - MemorySplit.jvmBytes)

  /** The same container with another heap. */
  def withHeap(bytes: Long): MemorySplit = copy(heapBytes = bytes, overheadBytes = overheadBytes + heapBytes - bytes)
}

object MemorySplit {

  /** What a JVM with Spark takes outside its heap: classes, compiled code, threads, buffers of the network. With Spark
    * 4.1 and k-means 265 MB with stock and 336 MB with Okibi were the most.
    */
  val jvmBytes: Long = 336L << 20
}
