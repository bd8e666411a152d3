package okibi.spark.observe

import java.util.concurrent.{Semaphore, TimeUnit}

import org.apache.spark.{SparkConf, SparkContext}
import org.apache.spark.rdd.RDD
import org.apache.spark.scheduler.{SparkListener, SparkListenerJobEnd, SparkListenerUnpersistRDD}

import okibi.core.reuse.{Foreknowledge, RddReuse}

import scala.concurrent.duration._

final class ReuseListenerSuite extends munit.FunSuite {
  // More than munit's 30 seconds, for busy machines.
  override val munitTimeout: Duration = 5.minutes

  /** A driver with the listener. A second listener after it tells the test when both have heard an event. */
  private final class Program {
    val sc = new SparkContext(
      new SparkConf().setMaster("local[2]").setAppName("reuse").set("spark.ui.enabled", "false")
    )
    val known = new Foreknowledge
    private val jobs, unpersists = new Semaphore(0)
    sc.addSparkListener(new ReuseListener(known, new PlanServer(known)))
    sc.addSparkListener(new SparkListener {
      override def onJobEnd(event: SparkListenerJobEnd): Unit = jobs.release()
      override def onUnpersistRDD(event: SparkListenerUnpersistRDD): Unit = unpersists.release()
    })

    def job[T](body: => T): T = {
      val result = body
      assert(jobs.tryAcquire(60, TimeUnit.SECONDS), "no event came for the end of the job")
      result
    }

    def unpersist(rdd: RDD[_]): Unit = {
      rdd.unpersist(blocking = true)
      assert(unpersists.tryAcquire(60, TimeUnit.SECONDS), "no event came for the unpersist")
    }

    def plan(rdd: RDD[_]): Option[RddReuse] = known.snapshot().rdds.find(_.rdd == rdd.id)
    def later(rdd: RDD[_]): Double = plan(rdd).fold(Double.NaN)(_.later)
  }

  private def program(test: Program => Unit): Unit = {
    val running = new Program
    try test(running)
    finally running.sc.stop()
  }

  test("an iterative program over two cached RDDs is foreseen, with both as peers") {
    program { run =>
      val data = run.sc.parallelize(1 to 1000, 4).map(_ * 2).cache()
      val norms = data.map(_ + 1).cache()
      run.job(data.count())
      for (_ <- 1 to 6) run.job(data.zip(norms).map { case (a, b) => (a % 3, b) }.reduceByKey(_ + _).collect())
      // The first of the six runs filled `norms`, so it is no repetition.
      assertEquals(
        run.plan(data).map(reuse => (reuse.pending.toSeq, reuse.later, reuse.distance)),
        Some((Nil, 4.0, 1.0))
      )
      assertEquals(run.plan(norms).map(_.later), Some(4.0))
      assertEquals(run.plan(data).map(_.peers.toSeq), Some(Seq(norms.id)))
      run.unpersist(norms)
      assertEquals(run.plan(norms).map(_.rdd), None)
    }
  }

  test("RDDs that each iteration creates, with a growing lineage, are foreseen by their role") {
    program { run =>
      val links = run.sc.parallelize(0 until 100, 4).map(n => (n, (n + 1) % 100)).cache()
      run.job(links.count())
      var all = Vector[RDD[(Int, Double)]](links.mapValues(_ => 1.0))
      for (_ <- 1 to 6) {
        val ranks = links.join(all.last).map { case (_, (to, rank)) => (to, rank) }.reduceByKey(_ + _).cache()
        run.job(ranks.count())
        all :+= ranks
      }
      assertEquals(run.later(all(6)), 1.0)
      assertEquals(run.later(all(5)), 0.0)
      assert(run.later(links) >= 3)
    }
  }

  test("a stage that is skipped, a job that fails and a job on one partition leave nothing pending") {
    program { run =>
      val data = run.sc.parallelize(1 to 100, 4).map(_ + 1).cache()
      run.job(data.first())
      run.job(data.count())
      val totals = data.map(n => (n % 3, n)).reduceByKey(_ + _)
      run.job(totals.count())
      run.job(totals.count())
      intercept[Exception](
        run.sc
          .runJob(data, (rows: Iterator[Int]) => if (rows.hasNext) throw new IllegalStateException("on purpose") else 0)
      )
      run.job(())
      assertEquals(run.plan(data).map(_.pending.toSeq), Some(Nil))
      val chance = run.later(data)
      assert(chance > 0 && chance < 3, s"$chance")
    }
  }
}
