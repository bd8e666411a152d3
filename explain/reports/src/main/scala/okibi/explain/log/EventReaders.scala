package okibi.explain.log

import okibi.core.metric.Metrics
import okibi.core.observe.SeriesCodec
import okibi.explain.event._

/** Reads the fields of each event, by its name. Spark's `JsonProtocol` writes most events, and Jackson writes those of
  * SQL by their classes. Fields that no fact needs are skipped; fields that an older Spark does not write are empty or
  * 0.
  */
private[log] object EventReaders {

  /** @param name as in the log: the name of the event's class, with the package for events outside Spark's core */
  def of(name: String): Option[JsonCursor => Event] = all.get(name)

  private val all: Map[String, JsonCursor => Event] = {
    val sql = "org.apache.spark.sql.execution.ui."
    Map(
      "SparkListenerLogStart" -> logStarted,
      // The first event of each of Databricks' files.
      "DBCEventLoggingListenerMetadata" -> logStarted,
      "SparkListenerApplicationStart" -> applicationStarted,
      "SparkListenerApplicationEnd" -> (json => ApplicationEnded(longOf(json, "Timestamp"))),
      "SparkListenerEnvironmentUpdate" -> environmentSet,
      "SparkListenerExecutorAdded" -> executorAdded,
      "SparkListenerExecutorRemoved" -> executorRemoved,
      "SparkListenerBlockManagerAdded" -> blockManagerAdded,
      "SparkListenerJobStart" -> jobStarted,
      "SparkListenerJobEnd" -> jobEnded,
      "SparkListenerStageSubmitted" -> (json => StageSubmitted(stage(json))),
      "SparkListenerStageCompleted" -> (json => StageCompleted(stage(json))),
      "SparkListenerTaskEnd" -> (json => TaskEnded(TaskReader.read(json))),
      "SparkListenerBlockUpdated" -> blockUpdated,
      "SparkListenerUnpersistRDD" -> (json => Unpersisted(longOf(json, "RDD ID").toInt)),
      "okibi.spark.observe.OkibiNodeSeries" -> nodeLogged,
      "okibi.spark.observe.OkibiCounters" -> countersLogged,
      s"${sql}SparkListenerSQLExecutionStart" -> sqlStarted,
      s"${sql}SparkListenerSQLExecutionEnd" -> sqlEnded
    )
  }

  /** A single field of an event. */
  private def longOf(json: JsonCursor, name: String): Long = {
    var value = 0L
    json.rest(field => if (field == name) value = json.long)
    value
  }

  private def logStarted(json: JsonCursor): Event = {
    var version = ""
    json.rest { case "Spark Version" => version = json.text; case _ => }
    LogStarted(version)
  }

  private def applicationStarted(json: JsonCursor): Event = {
    var (id, name, timeMs, attempt) = ("", "", 0L, "")
    json.rest {
      case "App ID" => id = json.text
      case "App Name" => name = json.text
      case "Timestamp" => timeMs = json.long
      case "App Attempt ID" => attempt = json.text
      case _ =>
    }
    ApplicationStarted(id, name, timeMs, attempt)
  }

  private def environmentSet(json: JsonCursor): Event = {
    var (spark, java) = (JsonTexts(), "")
    json.rest {
      case "Spark Properties" => spark = json.texts
      case "JVM Information" => json.fields { case "Java Version" => java = json.text; case _ => }
      case _ =>
    }
    EnvironmentSet(spark.kept, java, spark.omitted)
  }

  private def executorAdded(json: JsonCursor): Event = {
    var (id, host, cores, timeMs) = ("", "", 0, 0L)
    json.rest {
      case "Executor ID" => id = json.text
      case "Timestamp" => timeMs = json.long
      case "Executor Info" =>
        json.fields {
          case "Host" => host = json.text
          case "Total Cores" => cores = json.int
          case _ =>
        }
      case _ =>
    }
    ExecutorAdded(id, host, cores, timeMs)
  }

  private def executorRemoved(json: JsonCursor): Event = {
    var (id, reason, timeMs) = ("", "", 0L)
    json.rest {
      case "Executor ID" => id = json.text
      case "Removed Reason" => reason = json.text
      case "Timestamp" => timeMs = json.long
      case _ =>
    }
    ExecutorRemoved(id, reason, timeMs)
  }

  private def blockManagerAdded(json: JsonCursor): Event = {
    var (executor, host, bytes) = ("", "", 0L)
    json.rest {
      case "Block Manager ID" =>
        val manager = executorAndHost(json)
        executor = manager._1
        host = manager._2
      case "Maximum Memory" => bytes = json.long
      case _ =>
    }
    BlockManagerAdded(executor, host, bytes)
  }

  private def executorAndHost(json: JsonCursor): (String, String) = {
    var (executor, host) = ("", "")
    json.fields {
      case "Executor ID" => executor = json.text
      case "Host" => host = json.text
      case _ =>
    }
    (executor, host)
  }

  private def jobStarted(json: JsonCursor): Event = {
    var (id, stages, sql, timeMs) = (0, Seq.empty[Int], Option.empty[Long], 0L)
    json.rest {
      case "Job ID" => id = json.int
      case "Stage IDs" => stages = json.elements(json.int)
      case "Submission Time" => timeMs = json.long
      case "Properties" =>
        json.fields {
          case "spark.sql.execution.id" => sql = Some(json.long)
          case _ =>
        }
      case _ =>
    }
    JobStarted(id, stages, sql, timeMs)
  }

  private def jobEnded(json: JsonCursor): Event = {
    var (id, succeeded, failure, timeMs) = (0, false, "", 0L)
    json.rest {
      case "Job ID" => id = json.int
      case "Completion Time" => timeMs = json.long
      case "Job Result" =>
        json.fields {
          case "Result" => succeeded = json.text == "JobSucceeded"
          case "Exception" => json.fields { case "Message" => failure = json.text; case _ => }
          case _ =>
        }
      case _ =>
    }
    JobEnded(id, if (succeeded) None else Some(failure), timeMs)
  }

  private def stage(json: JsonCursor): Stage = {
    var stage = Option.empty[Stage]
    json.rest { case "Stage Info" => stage = Some(StageReader.read(json)); case _ => }
    stage.getOrElse(throw new NotAnEvent("the stage of the event is missing"))
  }

  private def blockUpdated(json: JsonCursor): Event = {
    var (block, executor) = (BlockStatus.unknown, "")
    json.rest {
      case "Block Updated Info" =>
        json.fields {
          case "Block Manager ID" => executor = executorAndHost(json)._1
          case "Block ID" => block = block.copy(name = json.text)
          case "Storage Level" => block = block.copy(level = StageReader.level(json))
          case "Memory Size" => block = block.copy(memoryBytes = json.long)
          case "Disk Size" => block = block.copy(diskBytes = json.long)
          case _ =>
        }
      case _ =>
    }
    BlockUpdated(block, executor)
  }

  private def nodeLogged(json: JsonCursor): Event = {
    var (host, series) = ("", "")
    json.rest {
      case "host" => host = json.text
      case "series" => series = json.text
      case _ =>
    }
    NodeLogged(host, SeriesCodec.decode(series).getOrElse(throw new NotAnEvent("the series of the machine is broken")))
  }

  /** Keeps counters that this version of Okibi declares. */
  private def countersLogged(json: JsonCursor): Event = {
    var timeMs = 0L
    val totals = Map.newBuilder[String, Long]
    json.rest {
      case "time" => timeMs = json.long
      case "counters" => json.fields(name => if (declaredCounters(name)) totals += name -> json.long)
      case _ =>
    }
    CountersLogged(timeMs, totals.result())
  }

  private val declaredCounters: Set[String] = Metrics.all.map(_.name).toSet

  private def sqlStarted(json: JsonCursor): Event = {
    val (id, timeMs) = executionAndTime(json)
    SqlStarted(id, timeMs)
  }

  private def sqlEnded(json: JsonCursor): Event = {
    val (id, timeMs) = executionAndTime(json)
    SqlEnded(id, timeMs)
  }

  private def executionAndTime(json: JsonCursor): (Long, Long) = {
    var (id, timeMs) = (0L, 0L)
    json.rest {
      case "executionId" => id = json.long
      case "time" => timeMs = json.long
      case _ =>
    }
    (id, timeMs)
  }
}
