package okibi.bench.benchmark

import okibi.core.conf.ConfKind

/** Heaps of child JVMs, and the memory that Spark takes of them. */
object HeapSizes {

  /** Heaps as -Xmx takes them. */
  val kind: ConfKind[Long] = ConfKind.bytes(1)

  /** Bytes of a heap that Spark keeps for itself. */
  val reservedBytes: Long = 300L << 20

  /** What `spark.memory.fraction` is by default. */
  val storageShare = 0.6

  /** Spark's unified memory for a heap, and a `spark.memory.fraction`. */
  def storageBytes(heapBytes: Long, fraction: Double = storageShare): Long =
    ((heapBytes - reservedBytes) * fraction).toLong

  /** The same for a heap as -Xmx takes it. */
  def storageBytesOf(heap: String, fraction: Double = storageShare): Long = storageBytes(heapBytes(heap), fraction)

  /** Bytes of a heap that is written in the code, as -Xmx takes it. */
  def heapBytes(heap: String): Long = kind.parse(heap).getOrElse(throw new IllegalArgumentException(heap))
}
