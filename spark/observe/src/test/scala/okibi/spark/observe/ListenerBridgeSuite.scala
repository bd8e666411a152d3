package okibi.spark.observe

import java.util.concurrent.atomic.AtomicInteger

import org.apache.spark.{SparkConf, SparkContext}
import org.apache.spark.okibi.{DeferredListener, ListenerBridge}
import org.apache.spark.scheduler._

import scala.concurrent.duration._

final class ListenerBridgeSuite extends munit.FunSuite {
  // More than munit's 30 seconds, for busy machines.
  override val munitTimeout: Duration = 5.minutes

  /** Counts what it hears. */
  private final class Counting extends SparkListener {
    val (starts, ends, blocks, updates) =
      (new AtomicInteger, new AtomicInteger, new AtomicInteger, new AtomicInteger)
    override def onTaskStart(event: SparkListenerTaskStart): Unit = count(starts)
    override def onTaskEnd(event: SparkListenerTaskEnd): Unit = count(ends)
    override def onBlockUpdated(event: SparkListenerBlockUpdated): Unit = count(blocks)
    override def onOtherEvent(event: SparkListenerEvent): Unit = count(updates)
    private def count(events: AtomicInteger): Unit = {
      events.incrementAndGet()
      ()
    }
    def all: Seq[Int] = Seq(starts, ends, blocks, updates).map(_.get)
  }

  private final class Failing extends SparkListener {
    override def onTaskStart(event: SparkListenerTaskStart): Unit = throw new IllegalStateException("as the test wants")
  }

  test("every one of Okibi's listeners hears what a listener of Spark's hears, beside one that throws") {
    val sc = new SparkContext(
      new SparkConf().setMaster("local[2]").setAppName("listeners").set("spark.ui.enabled", "false")
    )
    val (first, second, plain) = (new Counting, new Counting, new Counting)
    try {
      Seq(first, new Failing, second).foreach(ListenerBridge.addToOwnQueue(sc, _))
      sc.addSparkListener(plain)
      sc.parallelize(0 until 100, 10).cache().count()
      ListenerBridge.post(sc, OkibiCounters(0, Map.empty))
    } finally sc.stop() // Delivers the events that wait in queues.
    assertEquals(plain.all.take(2), Seq(10, 10))
    assert(plain.all.forall(_ > 0), plain.all)
    assertEquals(first.all, plain.all)
    assertEquals(second.all, plain.all)
  }

  private def hears(deferred: DeferredListener[_], updates: Int): Unit =
    (1 to updates).foreach(n => deferred.onEvent(OkibiCounters(n.toLong, Map.empty)))

  test("a deferred listener is made when it is asked for, with all events before") {
    val deferred = new DeferredListener(10)(new Counting)
    hears(deferred, 3)
    assertEquals(deferred.get.updates.get, 3)
    hears(deferred, 2)
    assertEquals(deferred.get.updates.get, 5)
  }

  test("a deferred listener is made when too many events wait, once") {
    val made = new AtomicInteger
    val deferred = new DeferredListener(10)({
      made.incrementAndGet()
      new Counting
    })
    hears(deferred, 10)
    assertEquals(made.get, 0)
    hears(deferred, 1)
    assertEquals(made.get, 1)
    hears(deferred, 5)
    assertEquals((deferred.get.updates.get, made.get), (16, 1))
  }
}
