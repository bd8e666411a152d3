package okibi.spark.cache

import java.io.IOException

import okibi.core.admission.{AdmissionRules, Readmission}
import okibi.core.block.BlockKey
import okibi.core.cost.CostBook
import okibi.core.metric.{AdmissionMetrics, CacheMetrics, Counters, Metric}
import okibi.core.policy.{LruPolicy, Policies, PolicySpec}
import okibi.core.reason.Reason
import okibi.core.reuse.ReuseView
import okibi.spark.shims.DiskQuota

import org.apache.spark.memory.MemoryMode
import org.apache.spark.storage.{BroadcastBlockId, RDDBlockId}

/** What the decisions tell the block store, and what they count. `AdmissionSuite` tests the rules. */
class DecisionsSuite extends munit.FunSuite {
  private val capacityBytes = FakeStore.capacityBytes
  private val asking = RDDBlockId(1, 0)
  private val others = (0 until 3).map(RDDBlockId(2, _))
  private val siblings = (1 to 3).map(RDDBlockId(asking.rddId, _))

  /** Decisions over a store.
    *
    * @param measured whether reading the asking block from disk was measured, as fast
    */
  private final class Setup(
      store: FakeStore,
      policy: PolicySpec = LruPolicy.spec,
      readmission: Readmission = Readmission.ByValue,
      deciding: Boolean = true,
      measured: Boolean = false
  ) {
    val counters = new Counters(CacheMetrics.all)
    private val costs = new CostBook
    if (measured) costs.storedOnDisk(BlockKey(asking.rddId, asking.splitIndex), 1L)
    val ledger = new Ledger(policy, new ReuseView, costs, counters, _ => ())
    private val settings =
      CacheSettings(deciding, AdmissionRules(policy, readmission, heapBytes = 0L), fast = false, cleaner = false)
    val decisions = new Decisions(settings, ledger, new OwnPuts, new Demand(new DiskQuota(() => None)), counters)
    decisions.attached(store)

    def admit(bytes: Long, block: RDDBlockId = asking): Boolean = decisions.admit(block, MemoryMode.ON_HEAP, bytes)
    def unroll(bytes: Long, block: RDDBlockId = asking): Unit = decisions.reserved(block, MemoryMode.ON_HEAP, bytes)
    def giveUp(outgrown: Boolean, block: RDDBlockId = asking): Unit =
      decisions.gaveUp(block, MemoryMode.ON_HEAP, outgrown)
    def enter(bytes: Long, block: RDDBlockId = asking): Unit =
      decisions.entered(block, MemoryMode.ON_HEAP, bytes, putNs = 1L)

    def counted(metrics: Seq[Metric]): Map[String, Long] =
      metrics.map(metric => metric.name -> counters.value(metric)).filter(_._2 > 0).toMap
  }

  private case class ReasonCase(reason: Reason, admitted: Boolean, setup: () => Setup, bytes: Long = 1000L)

  private val cases = Seq(
    ReasonCase(Reason.FitsFree, admitted = true, () => new Setup(new FakeStore(capacityBytes))),
    ReasonCase(Reason.UnknownSize, admitted = true, () => new Setup(new FakeStore(capacityBytes)), bytes = -1),
    ReasonCase(Reason.UnknownSize, admitted = false, () => new Setup(new FakeStore(0)), bytes = -1),
    ReasonCase(
      Reason.TooLarge,
      admitted = false,
      () => new Setup(new FakeStore(capacityBytes)),
      bytes = capacityBytes + 1
    ),
    ReasonCase(
      Reason.WorthMore,
      admitted = true,
      () => new Setup(new FakeStore(0, others, dropped = () => 2000))
    ),
    ReasonCase(Reason.NothingToEvict, admitted = false, () => new Setup(new FakeStore(0, others))),
    ReasonCase(Reason.WorthLess, admitted = false, () => new Setup(new FakeStore(0, siblings))),
    ReasonCase(
      Reason.ReadmissionOff,
      admitted = false,
      () => new Setup(new FakeStore(capacityBytes, isBlockOnDisk = true), readmission = Readmission.Never)
    ),
    ReasonCase(
      Reason.CheaperOnDisk,
      admitted = false,
      () => new Setup(new FakeStore(capacityBytes / 4), Policies.default, measured = true)
    )
  )

  cases.foreach { example =>
    test(s"${example.reason}, ${if (example.admitted) "admitted" else "refused"}, is counted once") {
      val setup = example.setup()
      assertEquals(setup.admit(example.bytes), example.admitted)
      assertEquals(setup.counted(AdmissionMetrics.all), Map(AdmissionMetrics.of(example.reason).name -> 1L))
    }
  }

  test("every declared reason has a case here") {
    assertEquals(Reason.admissions.filterNot(cases.map(_.reason).contains), Nil)
  }

  test("while Okibi only observes, every block is admitted and no reason is counted") {
    val setup = new Setup(new FakeStore(0, siblings), deciding = false)
    assert(setup.admit(capacityBytes + 1))
    assertEquals(setup.counted(AdmissionMetrics.all), Map.empty[String, Long])
  }

  test("bytes promised to an admitted block are not free for the next block until the put ends") {
    val setup = new Setup(new FakeStore(capacityBytes))
    assert(setup.admit(6500))
    assert(!setup.admit(600, siblings.head))
    setup.unroll(6500)
    assert(setup.admit(600, siblings.head), "the store counts what was taken")
    setup.giveUp(outgrown = false, siblings.head)
    setup.enter(6500)
    assert(setup.admit(600, siblings.head))
  }

  test("after a block of unknown size has outgrown free memory, its siblings are not tried until a block is sized") {
    val setup = new Setup(new FakeStore(capacityBytes))
    assert(setup.admit(-1))
    setup.unroll(7000)
    setup.giveUp(outgrown = true)
    assert(!setup.admit(-1, siblings.head))
    assert(setup.admit(-1, others.head), "other RDDs are tried")
    setup.enter(10)
    assert(setup.admit(-1, siblings.head))
  }

  test("a failed task does not count as outgrown") {
    val setup = new Setup(new FakeStore(capacityBytes))
    assert(setup.admit(-1))
    setup.unroll(7000)
    setup.giveUp(outgrown = false)
    assert(setup.admit(-1, siblings.head))
  }

  test("if the disk is full while victims are dropped, the block stays out; any other error fails the task") {
    def dropping(error: Exception) = new Setup(new FakeStore(0, others, dropped = () => throw error))
    Seq(new IOException("No space left on device"), new RuntimeException(new IOException("No space left on device")))
      .foreach { full =>
        val setup = dropping(full)
        assert(!setup.admit(1000))
        assertEquals(setup.counters.value(AdmissionMetrics.of(Reason.NothingToEvict)), 1L)
      }
    intercept[IllegalStateException](dropping(new IllegalStateException("a bug")).admit(1000))
  }

  test("refusals of computed blocks and of readmissions are counted separately") {
    val computed = new Setup(new FakeStore(0, siblings))
    val fromDisk = new Setup(new FakeStore(0, siblings, isBlockOnDisk = true))
    val metrics = Seq(CacheMetrics.refused, CacheMetrics.readmissionsRefused)
    Seq(computed, fromDisk).foreach(setup => assert(!setup.admit(1000)))
    assertEquals(computed.counted(metrics), Map(CacheMetrics.refused.name -> 1L))
    assertEquals(fromDisk.counted(metrics), Map(CacheMetrics.readmissionsRefused.name -> 1L))
  }

  test("memory is contended once more than half of it is used, or once execution wants it back") {
    val setup = new Setup(new FakeStore(capacityBytes / 2))
    setup.admit(10)
    assert(!setup.decisions.contended)
    setup.decisions.victims(None, 10, MemoryMode.ON_HEAP)
    assert(setup.decisions.contended)
    val used = new Setup(new FakeStore(capacityBytes / 2 - 1))
    used.admit(10)
    assert(used.decisions.contended)
  }

  test("execution memory and other blocks get all residents in the order of the policy, those on disk first") {
    val setup = new Setup(new FakeStore(0, siblings ++ others))
    setup.ledger.resident(BlockKey(1, 3)).foreach(_.clean = true)
    Seq(None, Some(BroadcastBlockId(1))).foreach { wanted =>
      val victims = setup.decisions.victims(wanted, bytes = 3000, MemoryMode.ON_HEAP).toSeq
      assertEquals(victims.take(4), siblings.last +: siblings)
      assertEquals(victims.toSet, (siblings ++ others).toSet)
    }
    assertEquals(setup.decisions.victims(None, bytes = 3000, MemoryMode.OFF_HEAP).toSeq, Nil)
  }

  test("an admitted put gets residents that cost no I/O as victims; a put of unknown size gets none") {
    val setup = new Setup(new FakeStore(0, others, dropped = () => 2000))
    setup.ledger.resident(BlockKey(2, 1)).foreach(_.clean = true)
    def victims = setup.decisions.victims(Some(asking), bytes = 3000, MemoryMode.ON_HEAP).toSeq
    assertEquals(victims, Nil, "not admitted")
    assert(setup.admit(1000))
    assertEquals(victims, Seq(others(1)))
    setup.enter(1000)
    val unsized = new Setup(new FakeStore(capacityBytes, others))
    unsized.ledger.resident(BlockKey(2, 1)).foreach(_.clean = true)
    assert(unsized.admit(-1))
    assertEquals(unsized.decisions.victims(Some(asking), bytes = 3000, MemoryMode.ON_HEAP).toSeq, Nil)
  }
}
