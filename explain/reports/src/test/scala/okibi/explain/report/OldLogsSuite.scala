package okibi.explain.report

import java.nio.charset.StandardCharsets.UTF_8
import java.nio.file.{Files, Path}

import munit.FunSuite
import okibi.explain.diagnosis.Explanation
import okibi.explain.facts.{Doubt, Part}

/** Logs as `JsonProtocol` of Spark 1.6 and 2.4 writes them: fields that are not there yet, and fields that are not there any more. */
class OldLogsSuite extends FunSuite {
  private val start = 1480000000000L

  /** What both write of a stage of four tasks of a second and one of twenty, on four cores, that spills. */
  private def log(version: String, memory: String, metrics: Long => String): String = {
    val level = s"""{"Use Disk":false,"Use Memory":true,$memory,"Deserialized":true,"Replication":1}"""
    val stage =
      s""""Stage ID":0,"Stage Attempt ID":0,"Stage Name":"count at A.scala:3","Number of Tasks":5,"RDD Info":[{"RDD ID":1,"Name":"points","Callsite":"map at A.scala:2",""" +
        s""""Parent IDs":[0],"Storage Level":$level,"Number of Partitions":5,"Number of Cached Partitions":5,"Memory Size":500,"ExternalBlockStore Size":0,"Disk Size":0}],"Parent IDs":[],"Details":"","Accumulables":[]"""
    val tasks = Seq(20000L, 1000L, 1000L, 1000L, 1000L).zipWithIndex.map { case (ms, i) =>
      s"""{"Event":"SparkListenerTaskEnd","Stage ID":0,"Stage Attempt ID":0,"Task Type":"ResultTask","Task End Reason":{"Reason":"Success"},"Task Info":{"Task ID":$i,"Index":$i,"Attempt":0,""" +
        s""""Launch Time":${start + 2000},"Executor ID":"1","Host":"n1","Locality":"PROCESS_LOCAL","Speculative":false,"Getting Result Time":0,"Finish Time":${start + 2000 + ms},"Failed":false,""" +
        s""""Accumulables":[]},"Task Metrics":{${metrics(ms)}}}"""
    }
    (Seq(
      s"""{"Event":"SparkListenerLogStart","Spark Version":"$version"}""",
      """{"Event":"SparkListenerBlockManagerAdded","Block Manager ID":{"Executor ID":"driver","Host":"n0","Port":1},"Maximum Memory":500,"Timestamp":""" + s"${start + 10}}",
      """{"Event":"SparkListenerEnvironmentUpdate","JVM Information":{"Java Version":"1.8.0_25"},"Spark Properties":{"spark.master":"yarn-client"},"System Properties":{},"Classpath Entries":{}}""",
      s"""{"Event":"SparkListenerApplicationStart","App Name":"old","App ID":"application_1_0001","Timestamp":$start,"User":"u"}""",
      s"""{"Event":"SparkListenerExecutorAdded","Timestamp":${start + 1000},"Executor ID":"1","Executor Info":{"Host":"n1","Total Cores":4,"Log Urls":{}}}""",
      s"""{"Event":"SparkListenerJobStart","Job ID":0,"Submission Time":${start + 2000},"Stage Infos":[{$stage}],"Stage IDs":[0],"Properties":{}}""",
      s"""{"Event":"SparkListenerStageSubmitted","Stage Info":{$stage,"Submission Time":${start + 2000}},"Properties":{}}"""
    ) ++ tasks ++ Seq(
      s"""{"Event":"SparkListenerStageCompleted","Stage Info":{$stage,"Submission Time":${start + 2000},"Completion Time":${start + 22000}}}""",
      s"""{"Event":"SparkListenerJobEnd","Job ID":0,"Completion Time":${start + 22000},"Job Result":{"Result":"JobSucceeded"}}""",
      s"""{"Event":"SparkListenerApplicationEnd","Timestamp":${start + 23000}}"""
    )).mkString("", "\n", "\n")
  }

  private val of16 = log(
    "1.6.3",
    "\"Use ExternalBlockStore\":false",
    ms =>
      s""""Host Name":"n1","Executor Deserialize Time":10,"Executor Run Time":${ms - 20},"Result Size":1000,"JVM GC Time":${ms / 10},"Result Serialization Time":1,"Memory Bytes Spilled":4000000,""" +
        """"Disk Bytes Spilled":1000000,"Shuffle Write Metrics":{"Shuffle Bytes Written":900000000,"Shuffle Write Time":3675510,"Shuffle Records Written":10},""" +
        """"Input Metrics":{"Data Read Method":"Hadoop","Bytes Read":60488,"Records Read":10000}"""
  )

  private val of24 = log(
    "2.4.8",
    "\"Use Off Heap\":false",
    ms =>
      s""""Executor Deserialize Time":10,"Executor Deserialize CPU Time":5000000,"Executor Run Time":${ms - 20},"Executor CPU Time":${ms * 500000},"Result Size":1000,"JVM GC Time":${ms / 10},""" +
        """"Result Serialization Time":1,"Memory Bytes Spilled":4000000,"Disk Bytes Spilled":1000000,"Shuffle Read Metrics":{"Remote Blocks Fetched":0,"Local Blocks Fetched":0,"Fetch Wait Time":0,""" +
        """"Remote Bytes Read":0,"Remote Bytes Read To Disk":0,"Local Bytes Read":0,"Total Records Read":0},"Shuffle Write Metrics":{"Shuffle Bytes Written":900000000,"Shuffle Write Time":3675510,""" +
        """"Shuffle Records Written":10},"Input Metrics":{"Bytes Read":1000,"Records Read":10000},"Output Metrics":{"Bytes Written":0,"Records Written":0},"Updated Blocks":[]"""
  )

  private def explained(text: String): Explanation = {
    val file = Files.createTempFile("okibi old ", "")
    try Explanation.of(Files.write(file, text.getBytes(UTF_8)).toString)
    finally Files.delete(file)
  }

  test("of Spark 1.6 it says what the log lacks, calls no time waiting or computing, and marks what rests on that") {
    val its = explained(of16)
    assertEquals(its.reading.brokenLines, 0L)
    val stage = its.facts.stages.head
    assertEquals((stage.parts(Part.Compute), stage.parts(Part.DiskWait), stage.parts(Part.Spill)), (0L, 0L, 0L))
    assert(stage.parts(Part.Unexplained) > 20000, stage.parts(Part.Unexplained))
    assertEquals(stage.doubts, Set[Doubt](Doubt.Unmeasured))
    assertEquals(
      its.cautions,
      Seq(
        "the log is of Spark 1.6.3, and explain is made for logs of Spark 3.0 and later: this one says nothing of processor time of tasks, cached blocks, the memory that tasks had at most. Fixes that name Okibi need Spark 3.5 or later.",
        "of 5 tasks the log has no processor time: computing and waiting are not told apart, and count as unexplained; figures for stage 0 are uncertain."
      )
    )
    assertEquals(
      its.findings.map(found => (found.rule.code, found.doubts)).filter(_._1 == "skew"),
      Seq(("skew", Nil)),
      "how long tasks took is known"
    )
    val Some(gc) = its.findings.find(_.rule.code == "gc")
    assert(gc.says.startsWith("uncertain, since the log has no processor time of tasks: "), gc.says)
    assert(!its.notes.exists(_.rule.code == "java-serializer"), its.notes)
    assert(TextReport(its).contains("0* count at A.scala:3"), TextReport(its))
  }

  test("of Spark 2.4 it says what the log lacks, and asks for no partitions without number where no memory is known") {
    val its = explained(of24)
    assertEquals(its.reading.brokenLines, 0L)
    val stage = its.facts.stages.head
    assertEquals((stage.parts(Part.Compute), stage.doubts), (12000L, Set.empty[Doubt]))
    assertEquals(
      its.cautions.map(_.takeWhile(_ != ',')),
      Seq("the log is of Spark 2.4.8", "the log says nothing of cached blocks: whether they were dropped")
    )
    assert(its.cautions.head.contains("says nothing of the memory that tasks had at most."), its.cautions.head)
    val Some(spill) = its.findings.find(_.rule.code == "spill")
    assert(spill.fix.contains("repartition(10) of what it reads"), spill.fix)
    assert(!spill.evidence.exists(_.contains("most that a task had")), spill.evidence)
  }
}
