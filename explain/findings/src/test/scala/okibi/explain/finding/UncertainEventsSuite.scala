package okibi.explain.finding

import scala.util.Random

import munit.ScalaCheckSuite
import okibi.explain.event._
import okibi.explain.facts.{AppFacts, Doubt, FactCautions, Part, SampleFacts}
import org.scalacheck.Gen
import org.scalacheck.Prop.forAll

/** Logs whose events are doubled, out of order, of another application, or impossible: whichever they are, figures stay possible, and what is uncertain is said to be. */
class UncertainEventsSuite extends ScalaCheckSuite {
  private val memoryOnly = Level(disk = false, memory = true, offHeap = false, deserialized = true, replication = 1)
  private val seeds = Gen.choose(0L, Long.MaxValue)

  /** A random application, all of it as Spark logs it. */
  private def application(random: Random): Seq[Event] = {
    val made = new SampleApplication(1 + random.nextInt(4), "spark.master" -> "yarn").storage(1000000000L)
    def lengths: Seq[Long] = Seq.fill(1 + random.nextInt(6))(1L + random.nextInt(5000))
    made.stage(lengths)()
    (0 to random.nextInt(6)).foreach { _ =>
      random.nextInt(6) match {
        case 0 =>
          made.stage(lengths)(ms =>
            SampleApplication
              .computing(ms / 2)
              .copy(runMs = ms, gcMs = ms / 3, diskSpilled = 1000, input = Transfer(ms, 1))
          )
        case 1 => made.failed(1 + random.nextInt(3), 10)
        case 2 => made.killed(1 + random.nextInt(3), 10)
        case 3 => made.resubmitted(1, 10)
        case 4 => made.idle(1000)
        case _ =>
          val rdd = Rdd(3, "points", Nil, 4, Some(memoryOnly), 0, 0, 0)
          made.cached(rdd)(
            (0 until 4).map(p =>
              (
                500L,
                if (random.nextBoolean())
                  Seq(Block(s"rdd_3_$p", if (random.nextInt(4) > 0) memoryOnly else Level.none, 1000, 0))
                else Nil
              )
            ): _*
          )
      }
    }
    made.events
  }

  /** What does not depend on the order of events. */
  private def sums(facts: AppFacts) =
    (
      facts.stages.map(stage =>
        (
          stage.id,
          stage.attempt,
          stage.name,
          stage.tasks,
          stage.failed,
          stage.killed,
          stage.workMs,
          stage.wasted,
          stage.again,
          Part.all.map(stage.parts(_)),
          stage.totals
        )
      ),
      facts.cores,
      facts.elapsedMs
    )

  private def all(facts: AppFacts) = {
    val accesses = Seq.newBuilder[(Int, Int)]
    facts.accesses.foreach((rdd, partition) => accesses += rdd -> partition)(rdd => accesses += rdd -> -1)
    (
      sums(facts),
      facts.jobs,
      facts.executors,
      facts.drops,
      facts.rdds,
      accesses.result(),
      facts.caches.map(cache =>
        (
          cache.rdd,
          cache.stored,
          cache.bytes,
          cache.held,
          cache.lastStage,
          cache.drops,
          cache.droppedAgain,
          cache.storedAgain,
          cache.maker,
          cache.making,
          cache.reads,
          cache.isUsedAgain
        )
      )
    )
  }

  private def arePossible(facts: AppFacts, clue: => String): Unit = {
    facts.stages.foreach { stage =>
      assert(facts.busy(stage).forall(share => share >= 0 && share <= 1), s"$clue: ${facts.busy(stage)}")
      assert(Part.all.forall(part => stage.parts.share(part) >= 0 && stage.parts.share(part) <= 1), clue)
      assert(
        stage.idleMs(facts.slots(stage)) >= 0 && stage.elapsedMs >= 0 && stage.longestMs >= 0 && stage.tasks >= 0,
        clue
      )
      assert(stage.doubts.isEmpty || FactCautions(facts).nonEmpty, clue)
    }
    Rule.findings(facts).foreach { finding =>
      val (low, high) = finding.range
      assert(0 <= low && low <= high && high <= finding.outcome.before, s"$clue: ${finding.says} ${finding.outcome}")
    }
    Rule.notes(facts)
    ()
  }

  property("a log that is pasted twice, or whose lines are each there twice, says what it says once, with a caution") {
    forAll(seeds) { seed =>
      val events = application(new Random(seed))
      val once = SampleFacts.of(events)
      assertEquals(FactCautions(once).filter(_.contains("more than once")), Nil)
      Seq(events ++ events, events.flatMap(event => Seq(event, event))).foreach { doubled =>
        val twice = SampleFacts.of(doubled)
        assertEquals(all(twice), all(once), s"seed $seed")
        assertEquals(
          FactCautions(twice).count(_.contains("more than once, and each is counted once; figures for stage")),
          1,
          s"seed $seed"
        )
        assert(Rule.findings(twice).forall(_.doubts.contains(Doubt.Repeated)), s"seed $seed")
        arePossible(twice, s"seed $seed")
      }
    }
  }

  property("events that come once more at any later place are counted once, with a caution") {
    forAll(seeds) { seed =>
      val random = new Random(seed)
      val events = application(random)
      val placed = events.zipWithIndex.flatMap { case (event, i) =>
        Seq(event -> i.toDouble) ++ (if (random.nextInt(3) == 0) Seq(event -> (i + random.nextDouble() * events.size))
                                     else Nil)
      }
      val facts = SampleFacts.of(placed.sortBy(_._2).map(_._1))
      assertEquals(sums(facts), sums(SampleFacts.of(events)), s"seed $seed")
      val repeated =
        placed.map(_._1).filter { case _: TaskEnded | _: StageCompleted | _: JobStarted => true; case _ => false }
      assertEquals(
        FactCautions(facts).exists(_.contains("more than once")) || repeated.distinct == repeated,
        true,
        s"seed $seed"
      )
      arePossible(facts, s"seed $seed")
    }
  }

  property("events in another order have the same sums, and a beginning after its end is said to be") {
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
      arePossible(facts, s"seed $seed")
    }
  }

  property("times and figures that cannot be leave possible ones, with a caution that names their stage") {
    val wrongs: Seq[(Random, Task) => Task] = Seq(
      (_, task) => task.copy(finished = task.launched - 5000),
      (_, task) => task.copy(finished = task.finished + 1000000000L),
      (_, task) => task.copy(launched = task.launched - 1000000000L),
      (_, task) => task.copy(launched = 0, finished = Long.MaxValue),
      (_, task) => task.copy(launched = Long.MaxValue, finished = Long.MinValue),
      (_, task) => task.copy(metrics = Some(SampleApplication.computing(10).copy(input = Transfer(-5, 1)))),
      (random, task) =>
        task.copy(metrics =
          Some(SampleApplication.computing(10).copy(gcMs = random.nextLong() | Long.MinValue, cpuNs = Long.MaxValue))
        ),
      (_, task) => task.copy(metrics = Some(SampleApplication.computing(1000000000L)))
    )
    forAll(seeds, Gen.choose(0, wrongs.size - 1)) { (seed, kind) =>
      val random = new Random(seed)
      val events = application(random)
      val ends = events.collect { case end: TaskEnded => end }.filter(_.task.succeeded)
      val chosen = ends(random.nextInt(ends.size))
      val facts =
        SampleFacts.of(
          events.map(event => if (event eq chosen) TaskEnded(wrongs(kind)(random, chosen.task)) else event)
        )
      val Some(stage) =
        facts.stages.find(stage => stage.id == chosen.task.stage && stage.attempt == chosen.task.stageAttempt)
      assert(stage.doubts(Doubt.Impossible), s"seed $seed, kind $kind")
      assert(
        FactCautions(facts).exists(caution =>
          caution.contains(" what cannot be, ") && caution.contains("figures for stage")
        ),
        s"seed $seed, kind $kind"
      )
      assert(
        Rule.findings(facts).filter(_.stages(stage.id)).forall(_.doubts.contains(Doubt.Impossible)),
        s"seed $seed, kind $kind"
      )
      arePossible(facts, s"seed $seed, kind $kind")
    }
  }

  test("ends before their starts, of stages, jobs, executors and the application") {
    def cautions(change: PartialFunction[Event, Event]): Seq[String] = {
      val made = new SampleApplication(2).stage(Seq(1000L, 1000L))().lost("gone").events
      val facts = SampleFacts.of(made.map(event => change.applyOrElse(event, identity[Event])))
      arePossible(facts, "an end")
      FactCautions(facts).filter(_.contains("cannot be"))
    }
    assertEquals(cautions(PartialFunction.empty), Nil)
    val ends: Seq[PartialFunction[Event, Event]] = Seq(
      { case StageCompleted(stage) => StageCompleted(stage.copy(completed = stage.submitted.map(_ - 1))) },
      { case end: JobEnded => end.copy(timeMs = 1) },
      { case end: ExecutorRemoved => end.copy(timeMs = 1) },
      { case _: ApplicationEnded => ApplicationEnded(1) }
    )
    ends.zipWithIndex.foreach { case (change, i) => assertEquals(cautions(change).size, 1, i.toString) }
  }

  test("of two applications in one file the first is counted, and the other is said to be there") {
    val first = new SampleApplication(2).stage(Seq(1000L, 1000L))().events
    val others: Seq[ApplicationStarted => ApplicationStarted] = Seq(_.copy(id = "app-2"), _.copy(attempt = "2"))
    others.foreach { other =>
      val second = new SampleApplication(2).stage(Seq.fill(8)(3000L))().events.map {
        case start: ApplicationStarted => other(start); case event => event
      }
      val facts = SampleFacts.of(first ++ second)
      assertEquals(sums(facts), sums(SampleFacts.of(first)))
      assert(
        FactCautions(facts).exists(_.contains("of another application, or of another attempt")),
        FactCautions(facts)
      )
      assertEquals(sums(SampleFacts.of(first ++ second ++ first)), sums(SampleFacts.of(first)))
    }
  }

  test("tasks that took more time than all cores had leave cores busy all the time, with a caution") {
    val events =
      new SampleApplication(1).stage(Seq.fill(8)(5000L))().events.filterNot(_.isInstanceOf[ExecutorAdded]) ++ Seq(
        ExecutorAdded("1", "host", 1, 1000000L)
      )
    def crowded(event: Event): Event = event match {
      case TaskEnded(task) =>
        TaskEnded(
          task.copy(launched = 1000000L, finished = 1040000L, metrics = Some(SampleApplication.computing(40000)))
        )
      case other => other
    }
    val facts = SampleFacts.of(events.map(crowded))
    assertEquals(facts.stages.map(facts.busy), Seq(Some(1.0)))
    assert(FactCautions(facts).exists(_.contains("than the cores had that the log knows of")), FactCautions(facts))
    assertEquals(FactCautions(SampleFacts.of(events)).filter(_.contains("cores")), Nil)
    assertEquals(SampleFacts.of(events.filterNot(_.isInstanceOf[ExecutorAdded])).doubts, Set[Doubt](Doubt.UnknownCores))
  }
}
