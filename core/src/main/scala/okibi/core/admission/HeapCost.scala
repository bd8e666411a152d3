package okibi.core.admission

/** Whether a block's objects are worth the heap that they would take. Memory that no other block wants is not free: its
  * objects must be unrolled and sized, copied from one generation to the next, and marked again and again once they are
  * a good part of the heap. A block on disk is in the operating system's page cache as long as there is room, costs the
  * garbage collector nothing, and a fast serializer reads it back in a fraction of a nanosecond per byte.
  *
  * So beyond a share of storage memory that the collector hardly notices, a block that can be had from disk enters the
  * heap only if the reads to come would cost more than its stay. A slow disk, or a class that is expensive to
  * deserialize, shows in the measured reload time; the heap is then filled as before.
  */
object HeapCost {

  /** What a byte of objects costs over its stay, in nanoseconds. With 430 MB of objects in a heap of 1 GB, k-means over
    * dense vectors took 8 s of processor time more than with none, 20 ns a byte, and a filter over strings 12 s; half
    * of it is counted.
    */
  val nsPerByte: Double = 10.0

  /** The share of storage memory that is filled whatever a block is worth. */
  val freeShare: Double = 0.5

  /** The share of the heap that is filled whatever a block is worth, for storage memory that is less of the heap than
    * by Spark's default: half of the storage memory of a heap of 512 MB.
    */
  val freeShareOfHeap: Double = 0.12

  /** Whether the block fits into the share of memory that is filled whatever a block is worth.
    *
    * @param heapBytes size of the Java heap
    * @param bytes     of the block in memory
    */
  def isFree(memory: StorageMemory, heapBytes: Long, bytes: Long): Boolean =
    memory.usedBytes + bytes <= math.max(freeShare * memory.capacityBytes, freeShareOfHeap * heapBytes)

  /** Whether the reads to come would cost more from disk than the block's stay in the heap.
    *
    * @param bytes    of the block in memory
    * @param uses     reads to come; NaN (unknown) counts as one
    * @param reloadNs nanoseconds to have the block back from disk
    */
  def pays(bytes: Long, uses: Double, reloadNs: Double): Boolean =
    (if (uses.isNaN) 1.0 else uses) * reloadNs > nsPerByte * bytes
}
