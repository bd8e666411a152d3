package okibi.spark.observe

import java.util.concurrent.{CountDownLatch, LinkedBlockingQueue, TimeUnit}
import java.util.concurrent.atomic.AtomicLong

import okibi.core.reuse.{ReusePlan, ReuseView}

import scala.concurrent.duration._

final class PlanClientSuite extends munit.FunSuite {
  // More than munit's 30 seconds, for busy machines.
  override val munitTimeout: Duration = 5.minutes

  /** A driver whose answers the test gives one by one. */
  private final class FakeDriver {
    val asked = new LinkedBlockingQueue[PlanRequest]
    val answers = new LinkedBlockingQueue[() => AnyRef]
    def ask(message: AnyRef): AnyRef = {
      asked.put(message.asInstanceOf[PlanRequest])
      answers.take()()
    }
    def next(): PlanRequest = {
      val request = asked.poll(30, TimeUnit.SECONDS)
      assert(request != null, "the client did not ask")
      request
    }
    def answer(reply: => AnyRef): Unit = answers.put(() => reply)
    def plan(version: Long, stage: Int): PlanReply = PlanReply(Some(ReusePlan(version, stage, Array.empty)), 1)
  }

  private def withClient(test: (FakeDriver, ReuseView, PlanClient) => Unit): Unit = {
    val driver = new FakeDriver
    val view = new ReuseView
    val ticks = new AtomicLong
    val client = new PlanClient("1", view, () => Map("ticks" -> ticks.incrementAndGet()), driver.ask)
    client.start()
    try test(driver, view, client)
    finally {
      // One answer for an ask that may be under way, and one for the last ask.
      driver.answer(PlanReply(None, 1))
      driver.answer(PlanReply(None, 1))
      client.stop()
    }
  }

  test("the client asks soon after its start, and again when a task runs a stage that the plan does not know") {
    withClient { (driver, view, client) =>
      assertEquals(driver.next(), PlanRequest("1", 0, Map("ticks" -> 1L)))
      driver.answer(driver.plan(version = 1, stage = 4))
      client.noticeStage(9)
      assertEquals(driver.next().version, 1L)
      driver.answer(driver.plan(version = 2, stage = 9))
      client.noticeStage(10)
      assertEquals(driver.next().version, 2L)
      assert(view.knows(9))
      assert(!view.knows(10))
    }
  }

  test("the client asks again when the driver did not know the stage either") {
    withClient { (driver, view, client) =>
      client.noticeStage(9)
      driver.next()
      driver.answer(PlanReply(None, 1))
      driver.next()
      driver.answer(driver.plan(version = 2, stage = 9))
      client.noticeStage(10)
      driver.next()
      assert(view.knows(9))
    }
  }

  test("a driver that does not answer delays no task") {
    withClient { (driver, view, client) =>
      driver.next()
      for (stage <- 0 until 1000) client.noticeStage(stage)
      assert(!view.knows(0))
      assertEquals(driver.asked.size, 0)
    }
  }

  test("errors and wrong answers do not end the client") {
    withClient { (driver, view, client) =>
      client.noticeStage(1)
      driver.next()
      driver.answer(throw new IllegalStateException("no driver"))
      driver.next()
      driver.answer(throw new NoClassDefFoundError("gone"))
      driver.next()
      driver.answer("nonsense")
      driver.next()
      driver.answer(null)
      driver.next()
      driver.answer(driver.plan(version = 1, stage = 1))
      client.noticeStage(2)
      driver.next()
      assert(view.knows(1))
    }
  }

  test("stop sends the counters for a last time") {
    val driver = new FakeDriver
    val client = new PlanClient("1", new ReuseView, () => Map("dropped" -> 3L), driver.ask)
    client.start()
    driver.next()
    driver.answer(PlanReply(None, 1))
    driver.answer(PlanReply(None, 1))
    client.stop(30000)
    assertEquals(driver.next().counters, Map("dropped" -> 3L))
    assertEquals(driver.asked.size, 0)
  }

  test("stop gives up on a driver that does not answer, and the thread ends") {
    val asks = new AtomicLong
    val entered = new CountDownLatch(1)
    @volatile var asking: Thread = null
    val client = new PlanClient(
      "1",
      new ReuseView,
      () => Map.empty,
      _ => {
        asks.incrementAndGet()
        asking = Thread.currentThread
        entered.countDown()
        new CountDownLatch(1).await()
        "never"
      }
    )
    client.start()
    assert(entered.await(30, TimeUnit.SECONDS))
    client.stop(timeoutMs = 1)
    asking.join(30000)
    assert(!asking.isAlive)
    assertEquals(asks.get, 1L)
  }
}
