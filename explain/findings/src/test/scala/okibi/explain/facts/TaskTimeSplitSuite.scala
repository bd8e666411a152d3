package okibi.explain.facts

import munit.ScalaCheckSuite
import okibi.explain.event.{ExecutorTimes, ShuffleMetrics, SpilledBytes, Task, TaskMetrics, AttemptTimes, Transfer}
import okibi.explain.event.SampleMetrics._
import org.scalacheck.Gen
import org.scalacheck.Prop.forAll

class TaskTimeSplitSuite extends ScalaCheckSuite {
  private val ms = Gen.frequency(3 -> Gen.choose(0L, 2000L), 1 -> Gen.const(0L), 1 -> Gen.choose(-5L, 1000000L))

  private val metrics: Gen[TaskMetrics] = for {
    times <- Gen.listOfN(7, ms)
    bytes <- Gen.listOfN(3, ms)
  } yield TaskMetrics(
    ExecutorTimes(times(0), 0, times(1), times(2) * 1000000, times(3), times(4)),
    spilled = SpilledBytes(0, bytes(0)),
    input = Transfer(bytes(1), 1),
    shuffle = ShuffleMetrics(fetchWaitMs = times(5), localReadBytes = bytes(2), writeNs = times(6) * 1000000)
  )

  private def task(
      launchedMs: Long,
      finishedMs: Long,
      metrics: Option[TaskMetrics],
      gettingResultMs: Long = 0
  ): Task =
    Task(1, 0, 0, 0, "1", AttemptTimes(launchedMs, gettingResultMs, finishedMs), Task.success, metrics)

  property("the parts of a task add up to its time and none is below 0, whatever the log says") {
    forAll(Gen.option(metrics), Gen.choose(-10L, 5000L), Gen.choose(0L, 6000L)) { (measured, length, gettingResultMs) =>
      val parts = TaskTimeSplit(task(1000, 1000 + length, measured, gettingResultMs))
      assertEquals(parts.totalMs, math.max(0, length))
      TimePart.all.foreach(part => assert(parts.ms(part) >= 0, s"${part.name}: ${parts.ms(part)}"))
    }
  }

  test("each part is what Spark measured of it, and the scheduler delay is the rest") {
    val measured = TaskMetrics(
      ExecutorTimes(deserializeMs = 30, runMs = 1000, cpuNs = 600000000L, gcMs = 100, resultSerializeMs = 5),
      spilled = SpilledBytes(disk = 50),
      input = Transfer(100, 1),
      shuffle = ShuffleMetrics(fetchWaitMs = 80, writeNs = 120000000L)
    )
    val parts = TaskTimeSplit(task(0, 1100, Some(measured)))
    val expected = Map[TimePart, Long](
      TimePart.Compute -> 600,
      TimePart.Gc -> 100,
      TimePart.FetchWait -> 80,
      TimePart.ShuffleWrite -> 120,
      TimePart.SpillWait -> 50,
      TimePart.OtherWait -> 50,
      TimePart.Deserialize -> 30,
      TimePart.Result -> 5,
      TimePart.SchedulerDelay -> 65,
      TimePart.Unexplained -> 0
    )
    assertEquals(TimePart.all.map(part => part -> parts.ms(part)).toMap, expected)
  }

  test("garbage that is collected beside a task takes none of its time, because the task was on a processor") {
    val parts = TaskTimeSplit(task(0, 1000, Some(computing(1000).onProcessor(950).collecting(900))))
    assertEquals((parts.ms(TimePart.Gc), parts.ms(TimePart.Compute)), (50L, 950L))
  }

  test("a task may wait for writing its output too") {
    val measured =
      computing(1000).onProcessor(500).spilling(diskBytes = 10).reading(40).copy(output = Transfer(40, 1))
    assertEquals(TaskTimeSplit(task(0, 1000, Some(measured))).ms(TimePart.SpillWait), 100L)
  }

  test("the time of a task without metrics is unexplained") {
    assertEquals(TaskTimeSplit(task(0, 700, None)).ms(TimePart.Unexplained), 700L)
  }
}
