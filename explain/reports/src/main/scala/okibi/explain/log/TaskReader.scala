package okibi.explain.log

import okibi.explain.event.{ExecutorTimes, ShuffleMetrics, SpilledBytes, Task, TaskMetrics, AttemptTimes, Transfer}

/** Reads a task's end as `JsonProtocol` writes it. Task ends are nearly all of a log, so no object is made for a field.
  */
private[log] object TaskReader {

  /** The event whose name the cursor has just read. */
  def read(json: JsonCursor): Task = {
    var (stage, stageAttempt, endReason) = (0, 0, "")
    var (id, index, executor) = (0L, 0, "")
    var (launchedMs, gettingResultMs, finishedMs) = (0L, 0L, 0L)
    var metrics = Option.empty[TaskMetrics]
    json.rest {
      case "Stage ID" => stage = json.int
      case "Stage Attempt ID" => stageAttempt = json.int
      case "Task End Reason" => json.fields { case "Reason" => endReason = json.text; case _ => }
      case "Task Info" =>
        json.fields {
          case "Task ID" => id = json.long
          case "Index" => index = json.int
          case "Executor ID" => executor = json.text
          case "Launch Time" => launchedMs = json.long
          case "Getting Result Time" => gettingResultMs = json.long
          case "Finish Time" => finishedMs = json.long
          case _ =>
        }
      case "Task Metrics" => metrics = new MetricsReader(json).read()
      case _ =>
    }
    val times = AttemptTimes(launchedMs, gettingResultMs, finishedMs)
    Task(id, stage, stageAttempt, index, executor, times, endReason, metrics)
  }

  private final class MetricsReader(json: JsonCursor) {
    private var (deserializeMs, deserializeCpuNs, runMs, cpuNs, gcMs) = (0L, 0L, 0L, 0L, 0L)
    private var (resultSerializeMs, resultBytes, peakBytes) = (0L, 0L, 0L)
    private var (spilledMemory, spilledDisk) = (0L, 0L)
    private var (input, output, written) = (Transfer.none, Transfer.none, Transfer.none)
    private var (fetchWaitMs, localReadBytes, remoteReadBytes, recordsRead, writeNs) = (0L, 0L, 0L, 0L, 0L)

    /** None when the metrics are empty. */
    def read(): Option[TaskMetrics] = {
      var hasAny = false
      json.fields { name => hasAny = true; metric(name) }
      if (hasAny) Some(metrics) else None
    }

    private def metrics: TaskMetrics = TaskMetrics(
      ExecutorTimes(deserializeMs, deserializeCpuNs, runMs, cpuNs, gcMs, resultSerializeMs),
      resultBytes,
      peakBytes,
      SpilledBytes(spilledMemory, spilledDisk),
      input,
      output,
      ShuffleMetrics(fetchWaitMs, localReadBytes, remoteReadBytes, recordsRead, written, writeNs)
    )

    private def metric(name: String): Unit = name match {
      case "Executor Deserialize Time" => deserializeMs = json.long
      case "Executor Deserialize CPU Time" => deserializeCpuNs = json.long
      case "Executor Run Time" => runMs = json.long
      case "Executor CPU Time" => cpuNs = json.long
      case "JVM GC Time" => gcMs = json.long
      case "Result Serialization Time" => resultSerializeMs = json.long
      case "Result Size" => resultBytes = json.long
      case "Memory Bytes Spilled" => spilledMemory = json.long
      case "Disk Bytes Spilled" => spilledDisk = json.long
      case "Peak Execution Memory" => peakBytes = json.long
      case "Input Metrics" => input = transfer("Bytes Read", "Records Read")
      case "Output Metrics" => output = transfer("Bytes Written", "Records Written")
      case "Shuffle Read Metrics" =>
        json.fields {
          case "Fetch Wait Time" => fetchWaitMs = json.long
          case "Local Bytes Read" => localReadBytes = json.long
          case "Remote Bytes Read" => remoteReadBytes = json.long
          case "Total Records Read" => recordsRead = json.long
          case _ =>
        }
      case "Shuffle Write Metrics" =>
        json.fields {
          case "Shuffle Bytes Written" => written = written.copy(bytes = json.long)
          case "Shuffle Records Written" => written = written.copy(records = json.long)
          case "Shuffle Write Time" => writeNs = json.long
          case _ =>
        }
      case _ =>
    }

    private def transfer(bytes: String, records: String): Transfer = {
      var transfer = Transfer.none
      json.fields { name =>
        if (name == bytes) transfer = transfer.copy(bytes = json.long)
        else if (name == records) transfer = transfer.copy(records = json.long)
      }
      transfer
    }
  }
}
