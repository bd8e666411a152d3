package okibi.bench.experiment.demo

import okibi.bench.benchmark.HeapSizes
import okibi.bench.runner.{RunContext, UsageException}
import okibi.core.advice.SparkMemory

/** Sizes of the demo's data, computed from the heap.
  *
  * @param heap      of the compared children, as -Xmx takes it
  * @param heapBytes the same heap in bytes
  */
final case class DemoPlan(
    scale: DemoScale,
    rounds: DemoRounds,
    heap: String,
    heapBytes: Long,
    inputs: Seq[String],
    seed: Long
) {

  /** Bytes that Spark gives to storage and execution together. */
  val storageBytes: Long = HeapSizes.storageBytes(heapBytes)

  /** Size of data that do not fit. */
  val spillingBytes: Long = (storageBytes * scale.memoryMultiple).toLong

  /** Size of data that fit with room to spare. */
  val fittingBytes: Long = (storageBytes * 0.4).toLong

  /** A heap whose storage memory holds the spilling data, in whole gigabytes. */
  val roomyHeapBytes: Long = {
    val neededBytes = (spillingBytes * 1.25 / SparkMemory.defaultFraction).toLong + SparkMemory.reservedBytes
    ((neededBytes >> 30) + 1) << 30
  }
}

object DemoPlan {
  private val smallestHeap = "512m"

  /** @throws UsageException for a heap that is not a size, is too small for the jobs, or is larger than the machine's
    *         memory
    */
  def apply(options: DemoOptions): DemoPlan = {
    val heap = options.heap.getOrElse(options.scale.defaultHeap).trim.toLowerCase
    val heapBytes = HeapSizes.kind
      .parse(heap)
      .getOrElse(throw new UsageException(s"--heap $heap: allowed is ${HeapSizes.kind.allowed}."))
    if (heapBytes < HeapSizes.heapBytes(smallestHeap))
      throw new UsageException(
        s"--heap $heap: too small for the jobs. Spark reserves ${SparkMemory.reservedBytes >> 20} MB of a heap, so the " +
          "smallest " +
          s"heap that works is $smallestHeap. Give --heap 1g."
      )
    if (heapBytes > RunContext.physicalMemoryBytes)
      throw new UsageException(
        s"--heap $heap: this machine has ${RunContext.physicalMemoryBytes >> 20} MB of memory. Give less than that."
      )
    DemoPlan(
      options.scale,
      options.runs.fold(options.scale.rounds)(runs => DemoRounds(noPressure = runs, others = runs)),
      HeapSizes.kind.show(heapBytes),
      heapBytes,
      options.inputs,
      options.seed
    )
  }
}
