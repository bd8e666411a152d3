package okibi.explain.log

import okibi.explain.event.{Block, Task, TaskMetrics, Transfer}

/** What `JsonProtocol` writes of a task that ended: nearly all of a log, so no object is made for a field. */
private[log] object TaskReader {

  /** The event whose name the cursor has just read. */
  def read(json: JsonCursor): Task = {
    var (stage, stageAttempt, reason) = (0, 0, "")
    var (id, index, attempt, executor, host, locality, speculative) = (0L, 0, 0, "", "", "", false)
    var (launched, gettingResult, finished) = (0L, 0L, 0L)
    var (metrics, blocks) = (Option.empty[TaskMetrics], Seq.empty[Block])
    json.rest {
      case "Stage ID" => stage = json.int
      case "Stage Attempt ID" => stageAttempt = json.int
      case "Task End Reason" => json.fields { case "Reason" => reason = json.text; case _ => }
      case "Task Info" =>
        json.fields {
          case "Task ID" => id = json.long
          case "Index" => index = json.int
          case "Attempt" => attempt = json.int
          case "Executor ID" => executor = json.text
          case "Host" => host = json.text
          case "Locality" => locality = json.text
          case "Speculative" => speculative = json.boolean
          case "Launch Time" => launched = json.long
          case "Getting Result Time" => gettingResult = json.long
          case "Finish Time" => finished = json.long
          case _ =>
        }
      case "Task Metrics" =>
        val reader = new MetricsReader(json)
        metrics = reader.read()
        blocks = reader.blocks
      case _ =>
    }
    Task(
      id,
      stage,
      stageAttempt,
      index,
      attempt,
      executor,
      host,
      locality,
      speculative,
      launched,
      gettingResult,
      finished,
      reason,
      metrics,
      blocks
    )
  }

  private final class MetricsReader(json: JsonCursor) {
    var blocks: Seq[Block] = Nil
    private var (deserialize, deserializeCpu, run, cpu, gc, resultSerialize) = (0L, 0L, 0L, 0L, 0L, 0L)
    private var (resultBytes, memorySpilled, diskSpilled, peak) = (0L, 0L, 0L, 0L)
    private var (input, output, written) = (Transfer.none, Transfer.none, Transfer.none)
    private var (fetchWait, localRead, remoteRead, recordsRead, writeNs) = (0L, 0L, 0L, 0L, 0L)

    def read(): Option[TaskMetrics] = {
      var isThere = false
      json.fields { name => isThere = true; metric(name) }
      if (isThere)
        Some(
          TaskMetrics(
            deserialize,
            deserializeCpu,
            run,
            cpu,
            gc,
            resultSerialize,
            resultBytes,
            memorySpilled,
            diskSpilled,
            peak,
            input,
            output,
            fetchWait,
            localRead,
            remoteRead,
            recordsRead,
            written,
            writeNs
          )
        )
      else None
    }

    private def metric(name: String): Unit = name match {
      case "Executor Deserialize Time" => deserialize = json.long
      case "Executor Deserialize CPU Time" => deserializeCpu = json.long
      case "Executor Run Time" => run = json.long
      case "Executor CPU Time" => cpu = json.long
      case "JVM GC Time" => gc = json.long
      case "Result Serialization Time" => resultSerialize = json.long
      case "Result Size" => resultBytes = json.long
      case "Memory Bytes Spilled" => memorySpilled = json.long
      case "Disk Bytes Spilled" => diskSpilled = json.long
      case "Peak Execution Memory" => peak = json.long
      case "Input Metrics" => input = transfer("Bytes Read", "Records Read")
      case "Output Metrics" => output = transfer("Bytes Written", "Records Written")
      case "Shuffle Read Metrics" =>
        json.fields {
          case "Fetch Wait Time" => fetchWait = json.long
          case "Local Bytes Read" => localRead = json.long
          case "Remote Bytes Read" => remoteRead = json.long
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
      case "Updated Blocks" => blocks = json.elements(block)
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

    private def block: Block = {
      var block = Block.unknown
      json.fields {
        case "Block ID" => block = block.copy(name = json.text)
        case "Status" =>
          json.fields {
            case "Storage Level" => block = block.copy(level = StageReader.level(json))
            case "Memory Size" => block = block.copy(memoryBytes = json.long)
            case "Disk Size" => block = block.copy(diskBytes = json.long)
            case _ =>
          }
        case _ =>
      }
      block
    }
  }
}
