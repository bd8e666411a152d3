package okibi.spark.store

import java.util.concurrent.{Callable, Executors, TimeUnit}
import java.util.concurrent.atomic.AtomicInteger

import scala.concurrent.duration._
import scala.util.{Random, Try}

import okibi.core.kit.Draws
import okibi.core.kit.WaitUntil

import org.apache.spark.SparkContext
import org.apache.spark.rdd.RDD
import org.apache.spark.scheduler.{SparkListener, SparkListenerTaskEnd, SparkListenerTaskStart}
import org.apache.spark.storage.memory.{StoreOperations, StoreProbe}

/** Many concurrent jobs over more data than memory holds, with unpersists, task kills, interrupts and execution memory.
  * Afterwards the memory accounting balances, nothing is locked, and every block that its level promises still exists.
  */
class StoreStressSuite extends munit.FunSuite {
  override val munitTimeout: Duration = 5.minutes

  private val levels = StoreOperations.levels

  private def rdd(context: SparkContext, seed: Int): RDD[(Int, String)] =
    context.parallelize(0 until 8, 8).flatMap(p => Iterator.tabulate(2000)(i => (p * 2000 + i, s"$seed-$i")))

  private def answer(seed: Int): Long = (0 until 16000).map(i => i.toLong + s"$seed-${i % 2000}".hashCode).sum

  private def scan(rdd: RDD[(Int, String)]): Long = rdd.map { case (i, s) => i.toLong + s.hashCode }.fold(0L)(_ + _)

  Seq(11L, 12L, 13L).foreach { seed =>
    test(s"after concurrent jobs, unpersists, kills and execution memory the accounting balances (seed $seed)") {
      LocalSpark.withContext(
        storageMb = 6,
        cores = 4,
        plugin = true,
        "spark.memory.offHeap.enabled" -> "true",
        "spark.memory.offHeap.size" -> "3m",
        "spark.task.maxFailures" -> "4"
      )(stress(_, seed))
    }
  }

  test("random operations of the store leave nothing locked, lost or unaccounted for") {
    Draws.random("StoreStressSuite")
    assertEquals(StoreOperationsRun.of(Draws.cases(40000), Draws.seed), Nil)
  }

  private def stress(context: SparkContext, seed: Long): Unit = {
    val started = new AtomicInteger
    val ended = new AtomicInteger
    context.addSparkListener(new SparkListener {
      override def onTaskStart(event: SparkListenerTaskStart): Unit =
        if (started.incrementAndGet() % 23 == 0)
          Try(context.killTaskAttempt(event.taskInfo.taskId, interruptThread = true, "stress"))
      override def onTaskEnd(event: SparkListenerTaskEnd): Unit = ended.incrementAndGet(): Unit
    })
    val shared = levels.zipWithIndex.map { case (level, i) => (i, rdd(context, i).persist(level)) }
    val pool = Executors.newFixedThreadPool(6)
    val borrowed = new AtomicInteger
    val work: Seq[Callable[Int]] = (1 to 6).map { worker =>
      new Callable[Int] {
        override def call(): Int = {
          val random = new Random(seed * 100 + worker)
          var right = 0
          (1 to 12).foreach { round =>
            random.nextInt(4) match {
              case 0 =>
                val own = rdd(context, round).persist(levels(random.nextInt(levels.size)))
                // A killed task fails its job here, because local mode does not retry. A job that succeeds must be
                // right.
                if (Try(scan(own)).toOption.forall(_ == answer(round))) right += 1
                own.unpersist(blocking = random.nextBoolean())
              case 1 =>
                if (StoreProbe.borrowExecutionMemory((1 << 20) + random.nextInt(1 << 21), 1000000L + worker) > 0)
                  borrowed.incrementAndGet()
                right += 1
              case _ =>
                val (i, cached) = shared(random.nextInt(shared.size))
                if (Try(scan(cached)).toOption.forall(_ == answer(i))) right += 1
            }
          }
          right
        }
      }
    }
    val results = pool.invokeAll(java.util.Arrays.asList(work: _*), 4, TimeUnit.MINUTES)
    pool.shutdownNow()
    results.forEach(result =>
      assertEquals(result.get(), 12, "every job that succeeded gave the right answer, and all ended in time")
    )
    assert(borrowed.get > 0, "execution memory was taken")

    // Killed tasks may still be running when their job has failed.
    WaitUntil(s"${started.get} tasks have ended (${ended.get} so far)", 60)(
      ended.get >= started.get && context.statusTracker.getActiveStageIds().isEmpty
    )
    WaitUntil(s"no block is locked (${StoreProbe.locked})", 60)(StoreProbe.locked.isEmpty)
    WaitUntil(s"no unroll memory is taken (${StoreProbe.unrolling} bytes)", 60)(StoreProbe.unrolling == 0)
    val (entries, used) = StoreProbe.books
    assertEquals(entries, used, "the entries add up to the memory manager's figure")
    assertEquals(StoreProbe.lost, Nil, "every known block is somewhere")
    shared.foreach { case (i, cached) => assertEquals(scan(cached), answer(i)) }
    shared.foreach { case (_, cached) => cached.unpersist(blocking = true) }
    assertEquals(StoreProbe.rddBlocksInMemory, 0)
    val (entriesLeft, usedStill) = StoreProbe.books
    assertEquals(entriesLeft, usedStill)
  }
}
