package okibi.core.reuse

import java.util.concurrent.CountDownLatch

import okibi.core.SlowSuite

import org.scalacheck.Gen
import org.scalacheck.Prop.forAll

final class ForeknowledgeLawsSuite extends munit.ScalaCheckSuite with SlowSuite {

  /** An event: its kind, and two numbers that choose among the existing RDDs and jobs. */
  private val event = Gen.zip(Gen.choose(0, 9), Gen.choose(0, 1000), Gen.choose(0, 1000))

  /** Plays events on a driver, in any order that a listener might see, and calls `check` after each event with the
    * stages of the running jobs.
    */
  private def play(events: Seq[(Int, Int, Int)])(check: (SimulatedDriver, Set[Int]) => Unit): Unit = {
    val driver = new SimulatedDriver
    var nodes = Vector[driver.Node](driver.source("source").persist())
    var jobs = Vector[driver.Job]()
    def node(n: Int): driver.Node = nodes(n % nodes.size)
    events.foreach { case (kind, a, b) =>
      kind match {
        case 0 => nodes :+= node(a).map(s"map ${b % 3}")
        case 1 => nodes :+= node(a).reduce(s"reduce ${b % 3}")
        case 2 => nodes :+= driver.zip(s"zip ${b % 3}", node(a), node(b))
        case 3 => node(a).persist()
        case 4 => node(a).unpersist()
        case 5 | 6 => jobs :+= driver.start(s"job ${b % 3}", node(a), if (b % 5 == 0) Some(1) else None)
        case 7 if jobs.nonEmpty =>
          val job = jobs(a % jobs.size)
          driver.foreknowledge.stageSubmitted(job.stages(b % job.stages.size))
        case 8 if jobs.nonEmpty =>
          val job = jobs(a % jobs.size)
          driver.foreknowledge.stageCompleted(job.stages(b % job.stages.size))
        case 9 if jobs.nonEmpty =>
          jobs(a % jobs.size).end()
          jobs = jobs.patch(a % jobs.size, Nil, 1)
        case _ => nodes = nodes.takeRight(8)
      }
      nodes = nodes.takeRight(8)
      check(driver, jobs.flatMap(_.stages).toSet)
    }
  }

  property("after any events, plans are ordered, reads are finite, and pending stages are those of running jobs") {
    forAll(Gen.listOfN(120, event)) { events =>
      play(events) { (driver, stages) =>
        driver.foreknowledge.snapshot().rdds.foreach { reuse =>
          assert(reuse.later >= 0 && !reuse.later.isInfinite && !reuse.later.isNaN, reuse)
          assert(reuse.distance >= 1, reuse)
          assertEquals(reuse.pending.toSeq, reuse.pending.toSeq.sorted.distinct)
          assert(reuse.pending.forall(stages.contains), s"$reuse of $stages")
          assert(!reuse.peers.contains(reuse.rdd), reuse)
        }
        val ids = driver.foreknowledge.snapshot().rdds.map(_.rdd).toSeq
        assertEquals(ids, ids.sorted.distinct)
      }
    }
  }

  property("the version rises with the content and never falls") {
    forAll(Gen.listOfN(120, event)) { events =>
      var before = ReusePlan.empty
      play(events) { (driver, _) =>
        val now = driver.foreknowledge.snapshot()
        assertEquals(now.version - before.version, if (now.sameContent(before)) 0L else 1L)
        before = now
      }
    }
  }

  property("when all RDDs are unpersisted, the plan is empty") {
    forAll(Gen.listOfN(60, event)) { events =>
      var last: Option[SimulatedDriver] = None
      play(events)((driver, _) => last = Some(driver))
      last.foreach { driver =>
        driver.foreknowledge.snapshot().rdds.foreach(reuse => driver.foreknowledge.unpersisted(reuse.rdd))
        assertEquals(driver.foreknowledge.snapshot().rdds.length, 0)
      }
    }
  }

  test("plans that other threads take while jobs run are consistent and in order") {
    val driver = new SimulatedDriver
    val data = driver.source("data").persist()
    val done = new CountDownLatch(1)
    @volatile var broken: Option[String] = None
    val readers = (1 to 3).map { _ =>
      val thread = new Thread(() => {
        var version = 0L
        while (done.getCount > 0) {
          val plan = driver.foreknowledge.snapshot()
          if (plan.version < version || plan.rdds.exists(_.rdd != data.id)) broken = Some(plan.toString)
          version = plan.version
        }
      })
      thread.start()
      thread
    }
    try for (_ <- 1 to 2000) driver.run("count", data.map("map"))
    finally done.countDown()
    readers.foreach(_.join())
    assertEquals(broken, None)
    assertEquals(driver.later(data), JobHistory.horizon.toDouble)
  }
}
