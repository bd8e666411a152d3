package okibi.core.advice

/** What an executor's memory has to hold, measured.
  *
  * @param executionBytes the most bytes that its tasks held at the same time for shuffles, joins, sorts and
  *                       aggregations, with what they spilled
  * @param fileBytes      of its cached data, as Okibi writes them to files
  * @param memoryFraction `spark.memory.fraction`
  */
final case class MemoryNeeds(executionBytes: Long, fileBytes: Long, memoryFraction: Double) {

  /** The smallest heap with which tasks do not spill. */
  def heapBytes(offHeapBytes: Long): Long = {
    val onHeapBytes = math.max(0L, executionBytes - offHeapBytes)
    val neededBytes = SparkMemory.reservedBytes + (onHeapBytes / memoryFraction).toLong
    MemoryNeeds.rounded(math.max(MemoryNeeds.leastHeapBytes, neededBytes))
  }

  /** The smallest container whose tasks do not spill and whose page cache holds all cached data. */
  def enough(offHeapBytes: Long): MemorySplit = MemorySplit(
    heapBytes(offHeapBytes),
    offHeapBytes,
    MemoryNeeds.rounded(math.max(SparkMemory.leastOverheadBytes, MemorySplit.jvmBytes + fileBytes))
  )

  /** Whether tasks spill in a container that is divided so. */
  def spills(split: MemorySplit): Boolean = split.heapBytes < heapBytes(split.offHeapBytes)

  /** Whether scans of cached data read no disk. */
  def isHeld(split: MemorySplit): Boolean = fileBytes <= split.pageCacheBytes
}

object MemoryNeeds {

  /** Spark refuses a heap of less than one and a half times what it reserves; some more lets it work. */
  private val leastHeapBytes = 512L << 20

  private val roundBytes = 64L << 20

  private def rounded(bytes: Long): Long = (bytes + roundBytes - 1) / roundBytes * roundBytes
}
