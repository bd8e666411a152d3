package okibi.explain.event

/** What Spark measured of a task attempt. */
final case class TaskMetrics(
    times: ExecutorTimes = ExecutorTimes(),
    resultBytes: Long = 0,
    peakExecutionBytes: Long = 0,
    spilled: SpilledBytes = SpilledBytes(),
    input: Transfer = Transfer.none,
    output: Transfer = Transfer.none,
    shuffle: ShuffleMetrics = ShuffleMetrics()
)

/** How an executor spent its time on a task attempt. */
final case class ExecutorTimes(
    deserializeMs: Long = 0,
    deserializeCpuNs: Long = 0,
    runMs: Long = 0,
    cpuNs: Long = 0,
    gcMs: Long = 0,
    resultSerializeMs: Long = 0
) {
  def cpuMs: Long = cpuNs / 1000000

  /** Whether the task ran and Spark did not measure its processor time: the rest of its run may be computing or
    * waiting.
    */
  def isCpuUnmeasured: Boolean = runMs > 0 && cpuNs == 0
}

/** What tasks spilled: its size in memory and its size on disk. */
final case class SpilledBytes(memory: Long = 0, disk: Long = 0) {
  def +(other: SpilledBytes): SpilledBytes = SpilledBytes(memory + other.memory, disk + other.disk)
}

/** What a task attempt read from shuffles and wrote to one.
  *
  * @param localReadBytes from shuffle files of its own executor
  * @param writeNs        time in calls that write shuffle files
  */
final case class ShuffleMetrics(
    fetchWaitMs: Long = 0,
    localReadBytes: Long = 0,
    remoteReadBytes: Long = 0,
    recordsRead: Long = 0,
    written: Transfer = Transfer.none,
    writeNs: Long = 0
) {
  def readBytes: Long = localReadBytes + remoteReadBytes
  def writeMs: Long = writeNs / 1000000
}

/** Data that was read or written. */
final case class Transfer(bytes: Long, records: Long) {
  def +(other: Transfer): Transfer = Transfer(bytes + other.bytes, records + other.records)
}

object Transfer {
  val none: Transfer = Transfer(0, 0)
}
