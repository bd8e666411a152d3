package okibi.explain.log

import java.nio.charset.StandardCharsets.UTF_8
import java.nio.file.Files

import okibi.core.kit.HostileInput

/** An event log, which `okibi explain` reads. */
object HostileLog extends HostileInput {
  override def seeds: Seq[Array[Byte]] = Seq(
    """{"Event":"SparkListenerLogStart","Spark Version":"4.1.0"}
      |{"Event":"SparkListenerApplicationStart","App Name":"a","App ID":"app-1","Timestamp":1,"User":"u"}
      |{"Event":"SparkListenerJobStart","Job ID":0,"Submission Time":2,"Stage Infos":[],"Stage IDs":[0],"Properties":{}}
      |{"Event":"SparkListenerStageCompleted","Stage Info":{"Stage ID":0,"Stage Attempt ID":0,"Stage Name":"s","Number of Tasks":1,"RDD Info":[],"Parent IDs":[],"Details":"","Accumulables":[]}}
      |{"Event":"SparkListenerApplicationEnd","Timestamp":9}
      |""".stripMargin.getBytes(UTF_8)
  )

  override def fuzzerTestOneInput(bytes: Array[Byte]): Unit = {
    val file = Files.createTempFile("hostile", ".log")
    try {
      Files.write(file, bytes)
      EventLog.at(file.toString).read(_ => ())
      ()
    } catch { case _: UnreadableLog => () }
    finally Files.delete(file)
  }
}
