package okibi.bench.experiment.demo

import okibi.bench.benchmark.HeapSizes
import okibi.bench.runner.{RunContext, UsageException}

/** Sizes of the demo's data, derived from the heap.
  *
  * @param heap      of the children that compare, as -Xmx takes it
  * @param heapBytes the same in bytes
  */
final case class DemoPlan(
    scale: DemoScale,
    runs: Int,
    noPressureRuns: Int,
    heap: String,
    heapBytes: Long,
    inputs: Seq[String],
    seed: Long
) {

  /** Bytes that Spark gives to storage and execution together. */
  val storageBytes: Long = HeapSizes.storageBytes(heapBytes)

  /** Data that do not fit, and data that do with room to spare. */
  val spillingBytes: Long = (storageBytes * scale.memoryMultiple).toLong
  val fittingBytes: Long = (storageBytes * 0.4).toLong

  /** A heap whose storage memory holds the spilling data, in whole gigabytes. */
  val roomyHeapBytes: Long = {
    val needed = (spillingBytes * 1.25 / HeapSizes.storageShare).toLong + HeapSizes.reservedBytes
    ((needed >> 30) + 1) << 30
  }
}

object DemoPlan {
  private val smallestHeap = "512m"

  /** @throws UsageException for a heap that is no size, too small for the jobs, or more than the machine has */
  def apply(options: DemoOptions): DemoPlan = {
    val heap = options.heap.getOrElse(options.scale.defaultHeap).trim.toLowerCase
    val heapBytes = HeapSizes.kind.parse(heap).getOrElse(throw new UsageException(s"--heap $heap: allowed is ${HeapSizes.kind.allowed}."))
    if (heapBytes < HeapSizes.heapBytes(smallestHeap))
      throw new UsageException(
        s"--heap $heap: too small for the jobs. Spark keeps ${HeapSizes.reservedBytes >> 20} MB of a heap for itself, " +
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
      HeapSizes.kind.show(heapBytes),
      heapBytes,
      options.inputs,
      options.seed
    )
  }
}
