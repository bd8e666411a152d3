package okibi.explain.facts

import munit.ScalaCheckSuite
import okibi.explain.event.{Task, TaskMetrics, Transfer}
import org.scalacheck.Gen
import org.scalacheck.Prop.forAll

class TaskTimeSuite extends ScalaCheckSuite {
  private val ms = Gen.frequency(3 -> Gen.choose(0L, 2000L), 1 -> Gen.const(0L), 1 -> Gen.choose(-5L, 1000000L))

  private val metrics: Gen[TaskMetrics] = for {
    times <- Gen.listOfN(7, ms)
    bytes <- Gen.listOfN(3, ms)
  } yield TaskMetrics(
    times(0),
    0,
    times(1),
    times(2) * 1000000,
    times(3),
    times(4),
    0,
    0,
    bytes(0),
    0,
    Transfer(bytes(1), 1),
    Transfer.none,
    times(5),
    bytes(2),
    0,
    0,
    Transfer.none,
    times(6) * 1000000
  )

  private def task(launched: Long, finished: Long, its: Option[TaskMetrics], gettingResult: Long = 0): Task =
    Task(
      1,
      0,
      0,
      0,
      0,
      "1",
      "host",
      "ANY",
      speculative = false,
      launched,
      gettingResult,
      finished,
      Task.success,
      its,
      Nil
    )

  property("the parts of a task add up to its time, and none is below 0, whatever the log says") {
    forAll(Gen.option(metrics), Gen.choose(-10L, 5000L), Gen.choose(0L, 6000L)) { (its, length, gettingResult) =>
      val parts = TaskTime.parts(task(1000, 1000 + length, its, gettingResult))
      assertEquals(parts.total, math.max(0, length))
      Part.all.foreach(part => assert(parts(part) >= 0, s"${part.name}: ${parts(part)}"))
    }
  }

  test("each part is what was measured of it, and the scheduler has what is left") {
    val its = TaskMetrics(
      30,
      0,
      1000,
      600000000L,
      100,
      5,
      0,
      0,
      diskSpilled = 50,
      0,
      Transfer(100, 1),
      Transfer.none,
      fetchWaitMs = 80,
      0,
      0,
      0,
      Transfer.none,
      120000000L
    )
    val parts = TaskTime.parts(task(0, 1100, Some(its)))
    val expected = Map[Part, Long](
      Part.Compute -> 600,
      Part.Gc -> 100,
      Part.FetchWait -> 80,
      Part.ShuffleWrite -> 120,
      Part.Spill -> 50,
      Part.DiskWait -> 50,
      Part.Deserialize -> 30,
      Part.Result -> 5,
      Part.SchedulerDelay -> 65,
      Part.Unexplained -> 0
    )
    assertEquals(Part.all.map(part => part -> parts(part)).toMap, expected)
  }

  test("garbage that is collected beside the task is none of its time: it was on a processor meanwhile") {
    val its = TaskMetrics(
      0,
      0,
      1000,
      950000000L,
      gcMs = 900,
      0,
      0,
      0,
      0,
      0,
      Transfer.none,
      Transfer.none,
      0,
      0,
      0,
      0,
      Transfer.none,
      0
    )
    val parts = TaskTime.parts(task(0, 1000, Some(its)))
    assertEquals((parts(Part.Gc), parts(Part.Compute)), (50L, 950L))
  }

  test("what a task writes as its output is part of what it waits for") {
    val its = TaskMetrics(
      0,
      0,
      1000,
      500000000L,
      0,
      0,
      0,
      0,
      diskSpilled = 10,
      0,
      Transfer(40, 1),
      Transfer(40, 1),
      0,
      0,
      0,
      0,
      Transfer.none,
      0
    )
    assertEquals(TaskTime.parts(task(0, 1000, Some(its)))(Part.Spill), 100L)
  }

  test("a task without metrics is unexplained") {
    assertEquals(TaskTime.parts(task(0, 700, None))(Part.Unexplained), 700L)
  }
}
