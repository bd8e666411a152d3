package okibi.core.admission

/** Whether a block's objects are worth the heap they would live in. Memory that nobody else wants is not free: filling it with
  * objects means to unroll and size them, to copy them from one generation to the next, and to mark them again and again once
  * they are a good part of the heap. A block on disk is in the operating system's page cache as long as there is room,
  * costs the collector nothing, and is read back by a fast serializer in a fraction of a nanosecond per byte.
  *
  * So beyond a share of storage memory that the collector hardly notices, a block that can be had from disk enters the heap only
  * if the reads to come would cost more than that. A slow disk, or a class that is dear to deserialise, shows in the
  * measured time to have a block back, and the heap is used to the full again.
  */
object HeapCost {

  /** What a byte of objects costs over its stay. With 430 MB of them in a heap of 1 GB, k-means over dense vectors took
    * 8 s of processor time more than with none, 20 ns a byte, and a filter over strings 12 s; half of it is counted.
    */
  val nsPerByte: Double = 10.0

  /** The share of storage memory that is filled without asking. */
  val freeShare: Double = 0.5

  /** The share of the heap that is, where storage memory is less of it than Spark's default makes it: what half of storage memory is of a heap of 512 MB. */
  val freeShareOfHeap: Double = 0.12

  /** @param usedBytes storage memory in use
    * @param capacity  storage memory in all
    * @param heap      of the virtual machine, at most
    * @param bytes     of the block in memory
    * @param uses      reads to come; NaN counts as one
    * @param reloadNs  to have the block back from disk
    */
  def pays(usedBytes: Long, capacity: Long, heap: Long, bytes: Long, uses: Double, reloadNs: Double): Boolean =
    usedBytes + bytes <= math.max(
      freeShare * capacity,
      freeShareOfHeap * heap
    ) || (if (uses.isNaN) 1.0 else uses) * reloadNs > nsPerByte * bytes
}
