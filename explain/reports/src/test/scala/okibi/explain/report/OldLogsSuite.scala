package okibi.explain.report

import java.nio.charset.StandardCharsets.UTF_8
import java.nio.file.{Files, Path}

import munit.FunSuite
import okibi.explain.diagnosis.Explanation
import okibi.explain.facts.{Doubt, TimePart}

/** Logs as `JsonProtocol` of Spark 1.6 and 2.4 writes them: they lack later fields and have fields that later versions
  * lack.
  */
class OldLogsSuite extends FunSuite {
  private val start = 1480000000000L

  /** A stage that spills: four tasks of a second and one of twenty seconds, on four cores. */
  private def log(version: String, memory: String, metrics: Long => String): String = {
    val level = s"""{"Use Disk":false,"Use Memory":true,$memory,"Deserialized":true,"Replication":1}"""
    val stage =
      s""""Stage ID":0,"Stage Attempt ID":0,"Stage Name":"count at A.scala:3","Number of Tasks":5,""" +
        s""""RDD Info":[{"RDD ID":1,"Name":"points","Callsite":"map at A.scala:2","Parent IDs":[0],""" +
        s""""Storage Level":$level,"Number of Partitions":5,"Number of Cached Partitions":5,"Memory Size":500,""" +
        """"ExternalBlockStore Size":0,"Disk Size":0}],"Parent IDs":[],"Details":"","Accumulables":[]"""
    val tasks = Seq(20000L, 1000L, 1000L, 1000L, 1000L).zipWithIndex.map { case (ms, i) =>
      s"""{"Event":"SparkListenerTaskEnd","Stage ID":0,"Stage Attempt ID":0,"Task Type":"ResultTask",""" +
        s""""Task End Reason":{"Reason":"Success"},"Task Info":{"Task ID":$i,"Index":$i,"Attempt":0,""" +
        s""""Launch Time":${start + 2000},"Executor ID":"1","Host":"n1","Locality":"PROCESS_LOCAL",""" +
        s""""Speculative":false,"Getting Result Time":0,"Finish Time":${start + 2000 + ms},"Failed":false,""" +
        s""""Accumulables":[]},"Task Metrics":{${metrics(ms)}}}"""
    }
    (Seq(
      s"""{"Event":"SparkListenerLogStart","Spark Version":"$version"}""",
      """{"Event":"SparkListenerBlockManagerAdded","Block Manager ID":{"Executor ID":"driver","Host":"n0",""" +
        """"Port":1},"Maximum Memory":500,"Timestamp":""" + s"${start + 10}}",
      """{"Event":"SparkListenerEnvironmentUpdate","JVM Information":{"Java Version":"1.8.0_25"},""" +
        """"Spark Properties":{"spark.master":"yarn-client"},"System Properties":{},"Classpath Entries":{}}""",
      s"""{"Event":"SparkListenerApplicationStart","App Name":"old","App ID":"application_1_0001",""" +
        s""""Timestamp":$start,"User":"u"}""",
      s"""{"Event":"SparkListenerExecutorAdded","Timestamp":${start + 1000},"Executor ID":"1",""" +
        """"Executor Info":{"Host":"n1","Total Cores":4,"Log Urls":{}}}""",
      s"""{"Event":"SparkListenerJobStart","Job ID":0,"Submission Time":${start + 2000},"Stage Infos":[{$stage}],""" +
        """"Stage IDs":[0],"Properties":{}}""",
      s"""{"Event":"SparkListenerStageSubmitted","Stage Info":{$stage,"Submission Time":${start + 2000}},""" +
        """"Properties":{}}"""
    ) ++ tasks ++ Seq(
      s"""{"Event":"SparkListenerStageCompleted","Stage Info":{$stage,"Submission Time":${start + 2000},""" +
        s""""Completion Time":${start + 22000}}}""",
      s"""{"Event":"SparkListenerJobEnd","Job ID":0,"Completion Time":${start + 22000},""" +
        """"Job Result":{"Result":"JobSucceeded"}}""",
      s"""{"Event":"SparkListenerApplicationEnd","Timestamp":${start + 23000}}"""
    )).mkString("", "\n", "\n")
  }

  private val of16 = log(
    "1.6.3",
    "\"Use ExternalBlockStore\":false",
    ms =>
      s""""Host Name":"n1","Executor Deserialize Time":10,"Executor Run Time":${ms - 20},"Result Size":1000,""" +
        s""""JVM GC Time":${ms / 10},"Result Serialization Time":1,"Memory Bytes Spilled":4000000,""" +
        """"Disk Bytes Spilled":1000000,"Shuffle Write Metrics":{"Shuffle Bytes Written":900000000,""" +
        """"Shuffle Write Time":3675510,"Shuffle Records Written":10},"Input Metrics":{"Data Read Method":"Hadoop",""" +
        """"Bytes Read":60488,"Records Read":10000}"""
  )

  private val of24 = log(
    "2.4.8",
    "\"Use Off Heap\":false",
    ms =>
      s""""Executor Deserialize Time":10,"Executor Deserialize CPU Time":5000000,"Executor Run Time":${ms - 20},""" +
        s""""Executor CPU Time":${ms * 500000},"Result Size":1000,"JVM GC Time":${ms / 10},""" +
        """"Result Serialization Time":1,"Memory Bytes Spilled":4000000,"Disk Bytes Spilled":1000000,""" +
        """"Shuffle Read Metrics":{"Remote Blocks Fetched":0,"Local Blocks Fetched":0,"Fetch Wait Time":0,""" +
        """"Remote Bytes Read":0,"Remote Bytes Read To Disk":0,"Local Bytes Read":0,"Total Records Read":0},""" +
        """"Shuffle Write Metrics":{"Shuffle Bytes Written":900000000,"Shuffle Write Time":3675510,""" +
        """"Shuffle Records Written":10},"Input Metrics":{"Bytes Read":1000,"Records Read":10000},""" +
        """"Output Metrics":{"Bytes Written":0,"Records Written":0},"Updated Blocks":[]"""
  )

  private def explained(text: String): Explanation = {
    val file = Files.createTempFile("okibi old ", "")
    try Explanation.of(Files.write(file, text.getBytes(UTF_8)).toString)
    finally Files.delete(file)
  }

  test(
    "a log of Spark 1.6 has cautions for what it lacks, no computing or waiting time, and marks on what rests on that"
  ) {
    val explanation = explained(of16)
    assertEquals(explanation.reading.brokenLines, 0L)
    val stage = explanation.facts.stages.head
    assertEquals(Seq(TimePart.Compute, TimePart.OtherWait, TimePart.SpillWait).map(stage.parts.ms), Seq(0L, 0L, 0L))
    assert(stage.parts.ms(TimePart.Unexplained) > 20000, stage.parts.ms(TimePart.Unexplained))
    assertEquals(stage.doubts, Set[Doubt](Doubt.Unmeasured))
    assertEquals(
      explanation.cautions,
      Seq(
        "The log is of Spark 1.6.3, and explain is made for logs of Spark 3.0 and later: this log lacks processor " +
          "time of tasks, cached blocks, the peak memory of tasks. Fixes that name Okibi need Spark 3.5 or later.",
        "The log has no processor time of 5 tasks: computing and waiting cannot be told apart and count as " +
          "unexplained; figures of stage 0 are uncertain."
      )
    )
    assertEquals(
      explanation.findings.map(found => (found.rule.code, found.doubts)).filter(_._1 == "skew"),
      Seq(("skew", Nil)),
      "the durations of tasks are known"
    )
    val Some(gc) = explanation.findings.find(_.rule.code == "gc")
    assert(gc.summary.startsWith("Uncertain, because the log has no processor time of tasks: "), gc.summary)
    assert(!explanation.notes.exists(_.rule.code == "java-serializer"), explanation.notes)
    assert(TextReport(explanation).contains("0* count at A.scala:3"), TextReport(explanation))
  }

  test("a log of Spark 2.4 has cautions for what it lacks, and advice on partitions without the memory of tasks") {
    val explanation = explained(of24)
    assertEquals(explanation.reading.brokenLines, 0L)
    val stage = explanation.facts.stages.head
    assertEquals((stage.parts.ms(TimePart.Compute), stage.doubts), (12000L, Set.empty[Doubt]))
    assertEquals(
      explanation.cautions.map(_.takeWhile(letter => letter != ',' && letter != ':')),
      Seq("The log is of Spark 2.4.8", "The log has no updates of cached blocks")
    )
    assert(explanation.cautions.head.contains("this log lacks the peak memory of tasks."), explanation.cautions.head)
    val Some(spill) = explanation.findings.find(_.rule.code == "spill")
    assert(spill.fix.contains("repartition(10) of its input"), spill.fix)
    assert(!spill.evidence.exists(_.contains("a task had at most")), spill.evidence)
  }
}
