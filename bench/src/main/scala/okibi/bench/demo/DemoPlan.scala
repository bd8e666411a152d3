package okibi.bench.demo

import okibi.bench.runner.{RunContext, UsageException}
import okibi.core.conf.ConfKind

/** Sizes of the demo's data, derived from the heap.
  *
  * @param heap      of the children that compare, as -Xmx takes it
  * @param heapBytes the same in bytes
  */
final case class DemoPlan(
    scale: Scale,
    runs: Int,
    noPressureRuns: Int,
    heap: String,
    heapBytes: Long,
    inputs: Seq[String],
    seed: Long
) {

  /** Bytes that Spark gives to storage and execution together. */
  val storageBytes: Long = DemoPlan.storageBytes(heapBytes)

  /** Data that do not fit, and data that do with room to spare. */
  val spillingBytes: Long = (storageBytes * scale.memoryMultiple).toLong
  val fittingBytes: Long = (storageBytes * 0.4).toLong

  /** A heap whose storage memory holds the spilling data, in whole gigabytes. */
  val roomyHeapBytes: Long = {
    val needed = (spillingBytes * 1.25 / DemoPlan.storageShare).toLong + DemoPlan.reservedBytes
    ((needed >> 30) + 1) << 30
  }
}

object DemoPlan {
  private val reservedBytes = 300L << 20

  /** What `spark.memory.fraction` is by default. */
  val storageShare = 0.6

  private val smallestHeap = "512m"
  private val sizes = ConfKind.bytes(1)

  /** Spark's unified memory for a heap, and a `spark.memory.fraction`. */
  def storageBytes(heapBytes: Long, fraction: Double = storageShare): Long =
    ((heapBytes - reservedBytes) * fraction).toLong

  /** The same for a heap as -Xmx takes it. */
  def storageBytesOf(heap: String, fraction: Double = storageShare): Long = storageBytes(heapBytes(heap), fraction)

  /** Bytes of a heap that is written in the code, as -Xmx takes it. */
  def heapBytes(heap: String): Long = sizes.parse(heap).getOrElse(throw new IllegalArgumentException(heap))

  /** @throws UsageException for a heap that is no size, too small for the jobs, or more than the machine has */
  def apply(options: DemoOptions): DemoPlan = {
    val heap = options.heap.getOrElse(options.scale.defaultHeap).trim.toLowerCase
    val heapBytes = sizes.parse(heap).getOrElse(throw new UsageException(s"--heap $heap: allowed is ${sizes.allowed}."))
    if (heapBytes < DemoPlan.heapBytes(smallestHeap))
      throw new UsageException(
        s"--heap $heap: too small for the jobs. Spark keeps ${reservedBytes >> 20} MB of a heap for itself, " +
          s"so the least that works is $smallestHeap. Try --heap 1g."
      )
    if (heapBytes > RunContext.physicalMemory)
      throw new UsageException(
        s"--heap $heap: this machine has ${RunContext.physicalMemory >> 20} MB of memory. Give less than that."
      )
    DemoPlan(
      options.scale,
      options.runs.getOrElse(options.scale.runs),
      options.runs.getOrElse(options.scale.noPressureRuns),
      sizes.show(heapBytes),
      heapBytes,
      options.inputs,
      options.seed
    )
  }
}
