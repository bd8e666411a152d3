package okibi.explain.log

import okibi.explain.event.{PersistenceLevel, Rdd, Stage}

/** Reads stages, RDDs and storage levels as `JsonProtocol` writes them. */
private[log] object StageReader {

  /** The stage before the cursor. */
  def read(json: JsonCursor): Stage = {
    var (id, attempt, name, tasks) = (0, 0, "", 0)
    var rdds = Seq.empty[Rdd]
    var sortMs = 0L
    var (submittedMs, completedMs, failure) = (Option.empty[Long], Option.empty[Long], Option.empty[String])
    json.fields {
      case "Stage ID" => id = json.int
      case "Stage Attempt ID" => attempt = json.int
      case "Stage Name" => name = json.text
      case "Number of Tasks" => tasks = math.max(0, json.int)
      case "RDD Info" => rdds = json.elements(rdd(json))
      case "Submission Time" => submittedMs = Some(json.long)
      case "Completion Time" => completedMs = Some(json.long)
      case "Accumulables" => sortMs = json.elements(sortMsOf(json)).sum
      case "Failure Reason" => failure = Some(json.text)
      case _ =>
    }
    Stage(id, attempt, name, tasks, rdds, submittedMs, completedMs, failure, sortMs)
  }

  /** The storage level before the cursor. */
  def level(json: JsonCursor): PersistenceLevel = {
    var level = PersistenceLevel.none
    json.fields {
      case "Use Disk" => level = level.copy(disk = json.boolean)
      case "Use Memory" => level = level.copy(memory = json.boolean)
      case "Use Off Heap" => level = level.copy(offHeap = json.boolean)
      case "Deserialized" => level = level.copy(deserialized = json.boolean)
      case "Replication" => level = level.copy(replication = json.int)
      case _ =>
    }
    level
  }

  /** Milliseconds of a query's sort; 0 for another accumulable. */
  private def sortMsOf(json: JsonCursor): Long = {
    var (name, ms) = ("", 0L)
    json.fields {
      case "Name" => name = json.text
      case "Value" => ms = json.long
      case _ =>
    }
    if (name == Stage.sortTimeMetric) ms else 0
  }

  private def rdd(json: JsonCursor): Rdd = {
    var rdd = Rdd(0, "", Nil, 0, None)
    var call = ""
    json.fields {
      case "RDD ID" => rdd = rdd.copy(id = json.int)
      case "Name" => rdd = rdd.copy(name = json.text)
      case "Callsite" => call = json.text
      case "Parent IDs" => rdd = rdd.copy(parents = json.elements(json.int))
      case "Number of Partitions" => rdd = rdd.copy(partitions = math.max(0, json.int))
      case "Storage Level" => rdd = rdd.copy(level = Some(level(json)).filter(_.isStored))
      case _ =>
    }
    rdd.copy(sorts = Rdd.sorts(rdd.name, call))
  }
}
