package okibi.explain.finding

import scala.util.Random

import munit.ScalaCheckSuite
import okibi.explain.event._
import okibi.explain.event.SampleApplication.memoryOnly
import okibi.explain.event.SampleMetrics._
import okibi.explain.facts.{AppFacts, Doubt, FactCautions, SampleFacts, TimePart}
import org.scalacheck.Gen
import org.scalacheck.Prop.forAll

/** Logs whose events are doubled, out of order, of another application, or impossible: figures stay possible, and
  * cautions name what is uncertain.
  */
class UncertainEventsSuite extends ScalaCheckSuite {
  private val seeds = Gen.choose(0L, Long.MaxValue)

  /** The events of a random application. */
  private def application(random: Random): Seq[Event] = {
    val app = new SampleApplication(1 + random.nextInt(4), "spark.master" -> "yarn").storage(1000000000L)
    def durations: Seq[Long] = Seq.fill(1 + random.nextInt(6))(1L + random.nextInt(5000))
    app.stage(durations)()
    (0 to random.nextInt(6)).foreach { _ =>
      random.nextInt(6) match {
        case 0 =>
          app.stage(durations)(ms =>
            computing(ms / 2).running(ms).collecting(ms / 3).spilling(diskBytes = 1000).reading(ms)
          )
        case 1 => app.failed(1 + random.nextInt(3), 10)
        case 2 => app.killed(1 + random.nextInt(3), 10)
        case 3 => app.resubmitted(1, 10)
        case 4 => app.idle(1000)
        case _ =>
          app.cached(SampleApplication.rdd(3, "points", 4, Some(memoryOnly)))((0 until 4).map { p =>
            def level = if (random.nextInt(4) > 0) memoryOnly else PersistenceLevel.none
            (500L, if (random.nextBoolean()) Seq(BlockStatus(s"rdd_3_$p", level, 1000, 0)) else Nil)
          }: _*)
      }
    }
    app.events
  }

  /** Facts that do not depend on the order of events. */
  private def sums(facts: AppFacts) = {
    val stages = facts.stages.map { stage =>
      val parts = TimePart.all.map(stage.parts.ms)
      (stage.id, stage.attempt, stage.name, stage.attempts, stage.workMs, parts, stage.totals)
    }
    (stages, facts.cores, facts.elapsedMs)
  }

  private def all(facts: AppFacts) = {
    val accesses = Seq.newBuilder[(Int, Int)]
    facts.storage.accesses.foreach((rdd, partition) => accesses += rdd -> partition)(rdd => accesses += rdd -> -1)
    val caches = facts.storage.caches.map(cache => (cache.rdd, cache.stored, cache.evictions, cache.use))
    (
      sums(facts),
      facts.jobs,
      facts.executors,
      facts.storage.evictions,
      facts.storage.rdds,
      accesses.result(),
      caches
    )
  }

  private def assertPossible(facts: AppFacts, clue: => String): Unit = {
    def isShare(share: Double): Boolean = share >= 0 && share <= 1
    facts.stages.foreach { stage =>
      assert(facts.busy(stage).forall(isShare), s"$clue: ${facts.busy(stage)}")
      assert(TimePart.all.forall(part => isShare(stage.parts.share(part))), clue)
      val figures = Seq(stage.idleMs(facts.slots(stage)), stage.elapsedMs, stage.longestMs, stage.tasks.toLong)
      assert(figures.forall(_ >= 0), clue)
      assert(stage.doubts.isEmpty || FactCautions(facts).nonEmpty, clue)
    }
    FindingRules.findings(facts).foreach { finding =>
      val (lowMs, highMs) = finding.expectedRangeMs
      assert(
        0 <= lowMs && lowMs <= highMs && highMs <= finding.prediction.beforeMs,
        s"$clue: ${finding.summary} ${finding.prediction}"
      )
    }
    FindingRules.notes(facts)
    ()
  }

  property("a log that is pasted twice, or whose lines are doubled, has the figures of one log and a caution") {
    forAll(seeds) { seed =>
      val events = application(new Random(seed))
      val once = SampleFacts.of(events)
      assertEquals(FactCautions(once).filter(_.contains("more than once")), Nil)
      Seq(events ++ events, events.flatMap(event => Seq(event, event))).foreach { doubled =>
        val twice = SampleFacts.of(doubled)
        assertEquals(all(twice), all(once), s"seed $seed")
        assertEquals(
          FactCautions(twice).count(_.contains("more than once. Each event is counted once; figures of stage")),
          1,
          s"seed $seed"
        )
        assert(FindingRules.findings(twice).forall(_.doubts.contains(Doubt.Repeated)), s"seed $seed")
        assertPossible(twice, s"seed $seed")
      }
    }
  }

  property("an event that occurs again anywhere later is counted once, with a caution") {
    forAll(seeds) { seed =>
      val random = new Random(seed)
      val events = application(random)
      val placed = events.zipWithIndex.flatMap { case (event, i) =>
        val again = if (random.nextInt(3) == 0) Some(event -> (i + random.nextDouble() * events.size)) else None
        Seq(event -> i.toDouble) ++ again
      }
      val facts = SampleFacts.of(placed.sortBy(_._2).map(_._1))
      assertEquals(sums(facts), sums(SampleFacts.of(events)), s"seed $seed")
      val withIds = placed.map(_._1).filter {
        case _: TaskEnded | _: StageCompleted | _: JobStarted => true
        case _ => false
      }
      assert(
        FactCautions(facts).exists(_.contains("more than once")) || withIds.distinct == withIds,
        s"seed $seed"
      )
      assertPossible(facts, s"seed $seed")
    }
  }

  property("events in another order have the same sums, and a caution where a beginning follows its end") {
    forAll(seeds, Gen.choose(1, 200)) { (seed, bound) =>
      val random = new Random(seed)
      val events = application(random)
      val shuffled =
        events.zipWithIndex.map { case (event, i) => event -> (i + random.nextDouble() * bound) }.sortBy(_._2).map(_._1)
      val facts = SampleFacts.of(shuffled)
      assertEquals(sums(facts), sums(SampleFacts.of(events)), s"seed $seed")
      val isLate =
        shuffled.indexWhere(_.isInstanceOf[ApplicationEnded]) < shuffled.lastIndexWhere(_.isInstanceOf[JobStarted])
      assert(!isLate || FactCautions(facts).exists(_.contains("out of order")), s"seed $seed")
      assertPossible(facts, s"seed $seed")
    }
  }

  property("impossible times and figures leave possible ones, with a caution that names their stage") {
    def moved(task: Task)(times: AttemptTimes => AttemptTimes): Task = task.copy(times = times(task.times))
    def measured(task: Task, metrics: TaskMetrics): Task = task.copy(metrics = Some(metrics))
    val wrongs: Seq[(Random, Task) => Task] = Seq(
      (_, task) => moved(task)(times => times.copy(finishedMs = times.launchedMs - 5000)),
      (_, task) => moved(task)(times => times.copy(finishedMs = times.finishedMs + 1000000000L)),
      (_, task) => moved(task)(times => times.copy(launchedMs = times.launchedMs - 1000000000L)),
      (_, task) => moved(task)(_.copy(launchedMs = 0, finishedMs = Long.MaxValue)),
      (_, task) => moved(task)(_.copy(launchedMs = Long.MaxValue, finishedMs = Long.MinValue)),
      (_, task) => measured(task, computing(10).reading(-5)),
      (random, task) =>
        measured(
          task,
          computing(10).collecting(random.nextLong() | Long.MinValue).timed(_.copy(cpuNs = Long.MaxValue))
        ),
      (_, task) => measured(task, computing(1000000000L))
    )
    forAll(seeds, Gen.choose(0, wrongs.size - 1)) { (seed, kind) =>
      val clue = s"seed $seed, kind $kind"
      val random = new Random(seed)
      val events = application(random)
      val ends = events.collect { case end: TaskEnded => end }.filter(_.task.succeeded)
      val chosen = ends(random.nextInt(ends.size))
      val facts = SampleFacts.of(
        events.map(event => if (event eq chosen) TaskEnded(wrongs(kind)(random, chosen.task)) else event)
      )
      val Some(stage) =
        facts.stages.find(stage => stage.id == chosen.task.stage && stage.attempt == chosen.task.stageAttempt)
      assert(stage.doubts(Doubt.Impossible), clue)
      assert(
        FactCautions(facts).exists(caution =>
          caution.contains(" impossible figures: ") && caution.contains("figures of stage")
        ),
        clue
      )
      val found = FindingRules.findings(facts).filter(_.stages(stage.id))
      assert(found.forall(_.doubts.contains(Doubt.Impossible)), clue)
      assertPossible(facts, clue)
    }
  }

  test("stages, jobs, executors and the application may end before their starts") {
    def cautions(change: PartialFunction[Event, Event]): Seq[String] = {
      val events = new SampleApplication(2).stage(Seq(1000L, 1000L))().lost("gone").events
      val facts = SampleFacts.of(events.map(event => change.applyOrElse(event, identity[Event])))
      assertPossible(facts, "an end")
      FactCautions(facts).filter(_.contains("impossible"))
    }
    assertEquals(cautions(PartialFunction.empty), Nil)
    val ends: Seq[PartialFunction[Event, Event]] = Seq(
      { case StageCompleted(stage) => StageCompleted(stage.copy(completedMs = stage.submittedMs.map(_ - 1))) },
      { case end: JobEnded => end.copy(timeMs = 1) },
      { case end: ExecutorRemoved => end.copy(timeMs = 1) },
      { case _: ApplicationEnded => ApplicationEnded(1) }
    )
    ends.zipWithIndex.foreach { case (change, i) => assertEquals(cautions(change).size, 1, i.toString) }
  }

  test("of two applications in one file the first is counted, and a caution names the other") {
    val first = new SampleApplication(2).stage(Seq(1000L, 1000L))().events
    val others: Seq[ApplicationStarted => ApplicationStarted] = Seq(_.copy(id = "app-2"), _.copy(attempt = "2"))
    others.foreach { other =>
      val second = new SampleApplication(2).stage(Seq.fill(8)(3000L))().events.map {
        case start: ApplicationStarted => other(start)
        case event => event
      }
      val facts = SampleFacts.of(first ++ second)
      assertEquals(sums(facts), sums(SampleFacts.of(first)))
      assert(
        FactCautions(facts).exists(_.contains("to another application, or to another attempt")),
        FactCautions(facts)
      )
      assertEquals(sums(SampleFacts.of(first ++ second ++ first)), sums(SampleFacts.of(first)))
    }
  }

  test("cores are busy all the time where tasks took more time than all cores had, with a caution") {
    val events = new SampleApplication(1).stage(Seq.fill(8)(5000L))().events
    def crowded(event: Event): Event = event match {
      case TaskEnded(task) =>
        TaskEnded(task.copy(times = AttemptTimes(1000000L, 0, 1040000L), metrics = Some(computing(40000))))
      case other => other
    }
    val facts = SampleFacts.of(events.map(crowded))
    assertEquals(facts.stages.map(facts.busy), Seq(Some(1.0)))
    assert(FactCautions(facts).exists(_.contains("than the cores that the log knows of had")), FactCautions(facts))
    assertEquals(FactCautions(SampleFacts.of(events)).filter(_.contains("cores")), Nil)
    val withoutCores = SampleFacts.of(events.filterNot(_.isInstanceOf[ExecutorAdded]))
    assertEquals(withoutCores.doubts, Set[Doubt](Doubt.UnknownCores))
  }
}
