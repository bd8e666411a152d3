package okibi.spark.cache

import java.io.File

import okibi.core.block.BlockKey
import okibi.core.cost.CostBook
import okibi.core.metric.{AdmissionMetrics, CacheMetrics, Counters}
import okibi.core.policy.{LruPolicy, Policies, PolicySpec}
import okibi.core.reason.Reason
import okibi.core.reuse.ReuseView
import okibi.spark.shims.BlockStore

import org.apache.spark.memory.MemoryMode
import org.apache.spark.storage.{RDDBlockId, StorageLevel}

/** Every reason for which a partition is kept in memory or not is counted, once a decision. */
class DecisionsSuite extends munit.FunSuite {
  private val capacity = 8000L
  private val asked = RDDBlockId(1, 0)

  /** A store of which only what the decision looks at is there.
    *
    * @param dropped what dropping victims frees
    */
  private final class FakeStore(free: Long, residents: Seq[RDDBlockId], onDisk: Boolean, dropped: Long)
      extends BlockStore {
    override def freeBytes(mode: MemoryMode): Long = free
    override def capacityBytes(mode: MemoryMode): Long = capacity
    override def level(block: RDDBlockId): Option[StorageLevel] = Some(StorageLevel.MEMORY_AND_DISK)
    override def isOnDisk(block: RDDBlockId): Boolean = onDisk
    override def diskBytes(block: RDDBlockId): Long = 0L
    override def file(block: RDDBlockId): File = new File(block.name)
    override def drop(candidates: Iterator[RDDBlockId], bytes: Long, mode: MemoryMode): Long = dropped
    override def writeThrough(block: RDDBlockId): Long = 0L
    override def resident: Seq[(RDDBlockId, MemoryMode, Long)] = residents.map((_, MemoryMode.ON_HEAP, 2000L))
  }

  private case class Case(
      reason: Reason,
      admitted: Boolean,
      bytes: Long = 1000L,
      free: Long = capacity,
      residents: Seq[RDDBlockId] = Nil,
      onDisk: Boolean = false,
      dropped: Long = 0L,
      policy: PolicySpec = LruPolicy.spec,
      readmission: Readmission = Readmission.ByValue
  )

  private val others = (0 until 3).map(RDDBlockId(2, _))
  private val siblings = (1 to 3).map(RDDBlockId(asked.rddId, _))

  private val cases = Seq(
    Case(Reason.FitsFree, admitted = true),
    Case(Reason.UnknownSize, admitted = true, bytes = -1),
    Case(Reason.UnknownSize, admitted = false, bytes = -1, free = 0),
    Case(Reason.TooLarge, admitted = false, bytes = capacity + 1),
    Case(Reason.WorthMore, admitted = true, free = 0, residents = others, dropped = 2000),
    Case(Reason.NothingToEvict, admitted = false, free = 0, residents = others),
    Case(Reason.WorthLess, admitted = false, free = 0, residents = siblings),
    Case(Reason.ReadmissionOff, admitted = false, onDisk = true, readmission = Readmission.Never),
    Case(Reason.CheaperOnDisk, admitted = false, free = capacity / 4, policy = Policies.default)
  )

  private def decided(example: Case): (Boolean, Map[String, Long]) = {
    val counters = new Counters(CacheMetrics.all)
    val costs = new CostBook
    if (example.reason == Reason.CheaperOnDisk) costs.storedOnDisk(BlockKey(asked.rddId, asked.splitIndex), 1L)
    val ledger = new Ledger(example.policy, new ReuseView, costs, counters, _ => ())
    val settings =
      CacheSettings(deciding = true, example.policy, example.readmission, fast = false, cleaner = false, heap = 0L)
    val decisions = new Decisions(settings, ledger, new OwnPuts, new Demand, counters)
    decisions.attached(new FakeStore(example.free, example.residents, example.onDisk, example.dropped))
    (
      decisions.admit(asked, MemoryMode.ON_HEAP, example.bytes),
      AdmissionMetrics.all.map(metric => metric.name -> counters.value(metric)).filter(_._2 > 0).toMap
    )
  }

  cases.foreach { example =>
    test(s"${example.reason}, ${if (example.admitted) "admitted" else "refused"}: counted as that, once") {
      assertEquals(decided(example), (example.admitted, Map(AdmissionMetrics.of(example.reason).name -> 1L)))
    }
  }

  test("every declared reason has a case here") {
    assertEquals(Reason.admissions.filterNot(cases.map(_.reason).contains), Nil)
  }
}
