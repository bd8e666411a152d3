package okibi.explain.log

import java.io.{ByteArrayInputStream, InputStream, SequenceInputStream}
import java.nio.charset.StandardCharsets.UTF_8
import java.util.Collections

import munit.FunSuite
import okibi.explain.event._

class EventParserSuite extends FunSuite {
  private def parse(json: String): Event = new EventParser().parse(new ByteArrayInputStream(json.getBytes(UTF_8)))

  test("a task's end may have fields of vendors and lack some of Spark's fields") {
    val event = parse(
      """{"Event":"SparkListenerTaskEnd","Stage ID":3,"Stage Attempt ID":1,"Task Type":"ResultTask",""" +
        """"Vendor":{"a":[1,{"b":2}]},"Task End Reason":{"Reason":"Success"},"Task Info":{"Task ID":9,"Index":4,""" +
        """"Attempt":0,"Launch Time":1000,"Executor ID":"2","Host":"n1","Locality":"ANY","Speculative":false,""" +
        """"Getting Result Time":0,"Finish Time":1500,"Accumulables":[{"ID":1,"Name":"x","Update":"3"}]},""" +
        """"Task Metrics":{"Executor Run Time":400,"Executor CPU Time":350000000,"JVM GC Time":20,""" +
        """"Shuffle Read Metrics":{"Local Bytes Read":7,"Total Records Read":2},""" +
        """"Shuffle Write Metrics":{"Shuffle Bytes Written":11,"Shuffle Write Time":5000000,""" +
        """"Shuffle Records Written":3},"Updated Blocks":[{"Block ID":"rdd_1_4",""" +
        """"Status":{"Storage Level":{"Use Disk":true,"Use Memory":false,"Deserialized":false,"Replication":1},""" +
        """"Memory Size":0,"Disk Size":77}}]}}"""
    )
    event match {
      case TaskEnded(task) =>
        val metrics = TaskMetrics(
          ExecutorTimes(runMs = 400, cpuNs = 350000000L, gcMs = 20),
          shuffle = ShuffleMetrics(localReadBytes = 7, recordsRead = 2, written = Transfer(11, 3), writeNs = 5000000L)
        )
        assertEquals(task, Task(9, 3, 1, 4, "2", AttemptTimes(1000, 0, 1500), "Success", Some(metrics)))
      case other => fail(other.toString)
    }
  }

  test("a stage has its RDDs") {
    val event = parse(
      """{"Event":"SparkListenerStageCompleted","Stage Info":{"Stage ID":1,"Stage Attempt ID":0,""" +
        """"Stage Name":"count at X","Number of Tasks":8,"RDD Info":[{"RDD ID":5,"Name":"words","Parent IDs":[4],""" +
        """"Storage Level":{"Use Disk":true,"Use Memory":true,"Deserialized":true,"Replication":1},""" +
        """"Number of Partitions":8,"Number of Cached Partitions":6,"Memory Size":100,"Disk Size":50},{"RDD ID":4,""" +
        """"Storage Level":{"Use Disk":false,"Use Memory":false}}],"Parent IDs":[0],"Submission Time":5,""" +
        """"Completion Time":9}}"""
    )
    event match {
      case StageCompleted(stage) =>
        assertEquals(
          (stage.id, stage.tasks, stage.submittedMs, stage.completedMs, stage.failure),
          (1, 8, Option(5L), Option(9L), None)
        )
        assertEquals(
          stage.rdds.map(rdd => (rdd.id, rdd.level.map(_.name), rdd.parents)),
          Seq((5, Some("MEMORY_AND_DISK"), Seq(4)), (4, None, Nil))
        )
      case other => fail(other.toString)
    }
  }

  test("a stage sorts when a sorting call reads its RDD from a shuffle, or when a query's sort counts its time") {
    def sorts(rest: String): (Boolean, Long) =
      parse(s"""{"Event":"SparkListenerStageCompleted","Stage Info":{"Stage ID":1,$rest}}""") match {
        case StageCompleted(stage) => (stage.sorts, stage.sortMs)
        case other => fail(other.toString)
      }
    assertEquals(
      sorts(""""RDD Info":[{"RDD ID":5,"Name":"ShuffledRDD","Callsite":"sortByKey at A.scala:3"}]"""),
      (true, 0L)
    )
    assertEquals(
      sorts(""""RDD Info":[{"RDD ID":5,"Name":"MapPartitionsRDD","Callsite":"sortBy at A.scala:3"}]"""),
      (false, 0L)
    )
    assertEquals(
      sorts(
        """"Accumulables":[{"ID":1,"Name":"sort time","Value":"70"},{"ID":2,"Name":"sort time","Value":5},{"ID":3,""" +
          """"Name":"peak memory","Value":9}]"""
      ),
      (true, 75L)
    )
  }

  test("a negative number of tasks or partitions counts as 0") {
    parse(
      """{"Event":"SparkListenerStageCompleted","Stage Info":{"Stage ID":1,"Number of Tasks":-8,""" +
        """"RDD Info":[{"RDD ID":5,"Number of Partitions":-2147483648}]}}"""
    ) match {
      case StageCompleted(stage) => assertEquals((stage.tasks, stage.rdds.map(_.partitions)), (0, Seq(0)))
      case other => fail(other.toString)
    }
    intercept[java.io.IOException](
      parse(
        """{"Event":"SparkListenerStageCompleted","Stage Info":{"RDD Info":[{"Number of Partitions":99999999999}]}}"""
      )
    )
  }

  test("an unknown event keeps its name, whatever its fields are") {
    assertEquals(parse("""{"Event":"com.vendor.Strange","x":{"y":[[[]]]}}"""), OtherEvent("com.vendor.Strange"))
  }

  test("a job has the query whose start is logged before it") {
    assertEquals(
      parse(
        """{"Event":"org.apache.spark.sql.execution.ui.SparkListenerSQLExecutionStart","executionId":4,""" +
          """"description":"select 1","physicalPlanDescription":"...","time":12}"""
      ),
      SqlStarted(4, 12)
    )
    assertEquals(
      parse(
        """{"Event":"SparkListenerJobStart","Job ID":2,"Submission Time":7,"Stage IDs":[1,2],""" +
          """"Properties":{"spark.sql.execution.id":"4","k":"v"}}"""
      ),
      JobStarted(2, Seq(1, 2), Some(4), 7)
    )
  }

  Seq(
    "",
    "[]",
    "7",
    "{",
    """{"Event":3}""",
    """{"other":1,"Event":"SparkListenerLogStart"}""",
    """{"Event":"SparkListenerLogStart","Spark Version":"3""",
    """{"Event":"SparkListenerStageCompleted"}""",
    "\u0000\u0001"
  ).foreach { line =>
    test(s"'$line' is no event") {
      intercept[java.io.IOException](parse(line))
    }
  }

  test("a text of 200 MB is skipped in little memory where no reader needs it, and refused where one does") {
    def huge(name: String): InputStream = {
      val piece = ("x" * (1 << 20)).getBytes(UTF_8)
      val text = (0 until 200).map(_ => new ByteArrayInputStream(piece): InputStream)
      val all = (new ByteArrayInputStream(s"""{"Event":"SparkListenerLogStart","$name":"""".getBytes(UTF_8)) +: text) :+
        new ByteArrayInputStream(""","Spark Version":"4.1.0"}""".getBytes(UTF_8).prepended('"'.toByte))
      new SequenceInputStream(Collections.enumeration(java.util.Arrays.asList(all: _*)))
    }
    assertEquals(new EventParser().parse(huge("Padding")), LogStarted("4.1.0"))
    intercept[java.io.IOException](new EventParser().parse(huge("Spark Version")))
  }

  test("some of very many properties are kept, and the others are counted") {
    def environment(count: Int, value: String): Event =
      parse(
        (1 to count)
          .map(i => s""""k$i":"$value"""")
          .mkString(
            """{"Event":"SparkListenerEnvironmentUpdate","JVM Information":{"Java Version":"17"},""" +
              """"Spark Properties":{""",
            ",",
            "}}"
          )
      )
    def sizes(event: Event) = event match {
      case EnvironmentSet(spark, java, left) => (spark.size, java, left)
      case other => fail(other.toString)
    }
    assertEquals(sizes(environment(10001, "x")), (10000, "17", 1L))
    assertEquals(sizes(environment(20, "x" * 1000000)), (7, "17", 13L))
  }

  test("endless nesting is refused") {
    intercept[java.io.IOException](parse("""{"Event":"x","a":""" + "[" * 100000))
  }
}
