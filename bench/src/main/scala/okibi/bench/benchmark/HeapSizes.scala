package okibi.bench.benchmark

import okibi.core.advice.SparkMemory
import okibi.core.conf.ConfKind

/** Heaps of child JVMs, and the memory that Spark takes of a heap. */
object HeapSizes {

  /** Heaps as -Xmx takes them. */
  val kind: ConfKind[Long] = ConfKind.bytes(1)

  /** Spark's unified memory in a heap of that size. */
  def storageBytes(heapBytes: Long, memoryFraction: Double = SparkMemory.defaultFraction): Long =
    ((heapBytes - SparkMemory.reservedBytes) * memoryFraction).toLong

  /** Spark's unified memory in a heap, given as -Xmx takes it. */
  def storageBytesOf(heap: String, memoryFraction: Double = SparkMemory.defaultFraction): Long =
    storageBytes(heapBytes(heap), memoryFraction)

  /** Bytes of a heap that the code gives as -Xmx takes it. */
  def heapBytes(heap: String): Long = kind.parse(heap).getOrElse(throw new IllegalArgumentException(heap))
}
