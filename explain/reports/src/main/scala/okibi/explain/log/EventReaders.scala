package okibi.explain.log

import okibi.core.metric.Metrics
import okibi.core.observe.SeriesCodec
import okibi.explain.event._

/** How each event's fields are read, by its name: Spark's `JsonProtocol` for its own, Jackson's form of the class for those of SQL. Fields that nobody asks for, of Spark
  * or of other vendors, are stepped over; those that an older Spark does not write are empty or 0.
  */
private[log] object EventReaders {

  /** @param name as the log has it: of the class, with its package for events that are no listener's own */
  def of(name: String): Option[JsonCursor => Event] = all.get(name)

  private val all: Map[String, JsonCursor => Event] = {
    val sql = "org.apache.spark.sql.execution.ui."
    Map(
      "SparkListenerLogStart" -> logStarted,
      // What each of Databricks' files begins with.
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

  /** The only field that is wanted. */
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
    var (id, name, time, attempt) = ("", "", 0L, "")
    json.rest {
      case "App ID" => id = json.text
      case "App Name" => name = json.text
      case "Timestamp" => time = json.long
      case "App Attempt ID" => attempt = json.text
      case _ =>
    }
    ApplicationStarted(id, name, time, attempt)
  }

  private def environmentSet(json: JsonCursor): Event = {
    var (spark, java) = ((Map.empty[String, String], 0L), "")
    json.rest {
      case "Spark Properties" => spark = json.texts
      case "JVM Information" => json.fields { case "Java Version" => java = json.text; case _ => }
      case _ =>
    }
    EnvironmentSet(spark._1, java, spark._2)
  }

  private def executorAdded(json: JsonCursor): Event = {
    var (id, host, cores, time) = ("", "", 0, 0L)
    json.rest {
      case "Executor ID" => id = json.text
      case "Timestamp" => time = json.long
      case "Executor Info" =>
        json.fields {
          case "Host" => host = json.text
          case "Total Cores" => cores = json.int
          case _ =>
        }
      case _ =>
    }
    ExecutorAdded(id, host, cores, time)
  }

  private def executorRemoved(json: JsonCursor): Event = {
    var (id, reason, time) = ("", "", 0L)
    json.rest {
      case "Executor ID" => id = json.text
      case "Removed Reason" => reason = json.text
      case "Timestamp" => time = json.long
      case _ =>
    }
    ExecutorRemoved(id, reason, time)
  }

  private def blockManagerAdded(json: JsonCursor): Event = {
    var (executor, bytes) = (("", ""), 0L)
    json.rest {
      case "Block Manager ID" => executor = executorAndHost(json)
      case "Maximum Memory" => bytes = json.long
      case _ =>
    }
    BlockManagerAdded(executor._1, executor._2, bytes)
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
    var (id, stages, sql, time) = (0, Seq.empty[Int], Option.empty[Long], 0L)
    json.rest {
      case "Job ID" => id = json.int
      case "Stage IDs" => stages = json.elements(json.int)
      case "Submission Time" => time = json.long
      case "Properties" =>
        json.fields {
          case "spark.sql.execution.id" => sql = Some(json.long)
          case _ =>
        }
      case _ =>
    }
    JobStarted(id, stages, sql, time)
  }

  private def jobEnded(json: JsonCursor): Event = {
    var (id, succeeded, why, time) = (0, false, "", 0L)
    json.rest {
      case "Job ID" => id = json.int
      case "Completion Time" => time = json.long
      case "Job Result" =>
        json.fields {
          case "Result" => succeeded = json.text == "JobSucceeded"
          case "Exception" => json.fields { case "Message" => why = json.text; case _ => }
          case _ =>
        }
      case _ =>
    }
    JobEnded(id, if (succeeded) None else Some(why), time)
  }

  private def stage(json: JsonCursor): Stage = {
    var stage = Option.empty[Stage]
    json.rest { case "Stage Info" => stage = Some(StageReader.read(json)); case _ => }
    stage.getOrElse(throw new NotAnEvent("an event of a stage, without the stage"))
  }

  private def blockUpdated(json: JsonCursor): Event = {
    var (block, executor) = (Block.unknown, "")
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
    NodeLogged(host, SeriesCodec.decode(series).getOrElse(throw new NotAnEvent("a machine's series that is none")))
  }

  /** Of those that have a name here. */
  private def countersLogged(json: JsonCursor): Event = {
    var time = 0L
    val counters = Map.newBuilder[String, Long]
    json.rest {
      case "time" => time = json.long
      case "counters" => json.fields(name => if (counted(name)) counters += name -> json.long)
      case _ =>
    }
    CountersLogged(time, counters.result())
  }

  private val counted: Set[String] = Metrics.all.map(_.name).toSet

  private def sqlStarted(json: JsonCursor): Event = {
    var (id, query, time) = (0L, "", 0L)
    json.rest {
      case "executionId" => id = json.long
      case "description" => query = json.text
      case "time" => time = json.long
      case _ =>
    }
    SqlStarted(id, query, time)
  }

  private def sqlEnded(json: JsonCursor): Event = {
    var (id, time) = (0L, 0L)
    json.rest {
      case "executionId" => id = json.long
      case "time" => time = json.long
      case _ =>
    }
    SqlEnded(id, time)
  }
}
