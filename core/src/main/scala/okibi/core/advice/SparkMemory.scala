package okibi.core.advice

/** What Spark takes of memory, and how it divides memory without settings. */
object SparkMemory {

  /** Part of each heap that Spark reserves for itself. */
  val reservedBytes: Long = 300L << 20

  /** Default of `spark.memory.fraction`. */
  val defaultFraction = 0.6

  /** Default of `spark.executor.memoryOverheadFactor` and `spark.driver.memoryOverheadFactor`. */
  val defaultOverheadFactor = 0.1

  /** Default of `spark.executor.minMemoryOverhead` and `spark.driver.minMemoryOverhead`. */
  val leastOverheadBytes: Long = 384L << 20

  /** The overhead that Spark asks for where none is set, in whole MiB. */
  def overheadBytes(heapBytes: Long, factor: Double, leastBytes: Long): Long =
    math.max((factor * (heapBytes >> 20)).toLong << 20, leastBytes)
}
