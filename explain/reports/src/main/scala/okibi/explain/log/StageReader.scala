package okibi.explain.log

import okibi.explain.event.{Level, Rdd, Stage}

/** What `JsonProtocol` writes of stages, RDDs and storage levels. */
private[log] object StageReader {

  /** The stage that the cursor stands before. */
  def read(json: JsonCursor): Stage = {
    var (id, attempt, name, tasks) = (0, 0, "", 0)
    var (parents, rdds) = (Seq.empty[Int], Seq.empty[Rdd])
    var sortMs = 0L
    var (submitted, completed, failed) = (Option.empty[Long], Option.empty[Long], Option.empty[String])
    json.fields {
      case "Stage ID" => id = json.int
      case "Stage Attempt ID" => attempt = json.int
      case "Stage Name" => name = json.text
      case "Number of Tasks" => tasks = math.max(0, json.int)
      case "Parent IDs" => parents = json.elements(json.int)
      case "RDD Info" => rdds = json.elements(rdd(json))
      case "Submission Time" => submitted = Some(json.long)
      case "Completion Time" => completed = Some(json.long)
      case "Accumulables" => sortMs = json.elements(sorting(json)).sum
      case "Failure Reason" => failed = Some(json.text)
      case _ =>
    }
    Stage(id, attempt, name, tasks, parents, rdds, submitted, completed, failed, sortMs)
  }

  /** The storage level that the cursor stands before. */
  def level(json: JsonCursor): Level = {
    var level = Level.none
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

  /** Milliseconds, if it is what a query's sort counts. */
  private def sorting(json: JsonCursor): Long = {
    var (name, ms) = ("", 0L)
    json.fields {
      case "Name" => name = json.text
      case "Value" => ms = json.long
      case _ =>
    }
    if (name == Stage.sortTime) ms else 0
  }

  private def rdd(json: JsonCursor): Rdd = {
    var rdd = Rdd(0, "", Nil, 0, None, 0, 0, 0)
    var call = ""
    json.fields {
      case "RDD ID" => rdd = rdd.copy(id = json.int)
      case "Name" => rdd = rdd.copy(name = json.text)
      case "Callsite" => call = json.text
      case "Parent IDs" => rdd = rdd.copy(parents = json.elements(json.int))
      case "Number of Partitions" => rdd = rdd.copy(partitions = math.max(0, json.int))
      case "Storage Level" => rdd = rdd.copy(level = Some(level(json)).filter(its => its.disk || its.memory))
      case "Number of Cached Partitions" => rdd = rdd.copy(cachedPartitions = json.int)
      case "Memory Size" => rdd = rdd.copy(memoryBytes = json.long)
      case "Disk Size" => rdd = rdd.copy(diskBytes = json.long)
      case _ =>
    }
    rdd.copy(sorts = Rdd.sorts(rdd.name, call))
  }
}
