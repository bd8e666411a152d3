package okibi.explain.event

/** Metrics of tasks for tests. */
object SampleMetrics {

  /** A task that is on a processor all the time. */
  def computing(ms: Long): TaskMetrics = TaskMetrics(ExecutorTimes(runMs = ms, cpuNs = ms * 1000000))

  implicit final class MetricsChanges(private val metrics: TaskMetrics) extends AnyVal {
    def running(ms: Long): TaskMetrics = timed(_.copy(runMs = ms))
    def onProcessor(ms: Long): TaskMetrics = timed(_.copy(cpuNs = ms * 1000000))
    def collecting(ms: Long): TaskMetrics = timed(_.copy(gcMs = ms))
    def deserializing(ms: Long): TaskMetrics = timed(_.copy(deserializeMs = ms))
    def reading(bytes: Long, records: Long = 1): TaskMetrics = metrics.copy(input = Transfer(bytes, records))
    def spilling(diskBytes: Long, memoryBytes: Long = 0, peakBytes: Long = 0): TaskMetrics =
      metrics.copy(spilled = SpilledBytes(memoryBytes, diskBytes), peakExecutionBytes = peakBytes)
    def fetching(remoteBytes: Long): TaskMetrics =
      metrics.copy(shuffle = metrics.shuffle.copy(remoteReadBytes = remoteBytes))
    def shuffling(writtenBytes: Long, records: Long = 1000): TaskMetrics =
      metrics.copy(shuffle = metrics.shuffle.copy(written = Transfer(writtenBytes, records)))

    def timed(change: ExecutorTimes => ExecutorTimes): TaskMetrics = metrics.copy(times = change(metrics.times))
  }
}
