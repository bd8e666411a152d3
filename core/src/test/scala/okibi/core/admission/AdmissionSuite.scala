package okibi.core.admission

import munit.ScalaCheckSuite
import org.scalacheck.Gen
import org.scalacheck.Prop.forAll

import okibi.core.admission.AdmissionCase.{asking, residentBytes}
import okibi.core.block.BlockKey
import okibi.core.policy.{Knowledge, Policies}
import okibi.core.reason.Reason

/** The rules of admission as a table, and laws that hold for every request and state. */
class AdmissionSuite extends ScalaCheckSuite {
  private val unused = AdmissionCaseState()
  private val memory = unused.memory
  // The bytes that are unused are headroom.
  private val full = unused.copy(memory = memory.copy(unusedBytes = 1000))
  private val others = (0 until 3).map(BlockKey(2, _))
  private val siblings = (1 to 3).map(BlockKey(asking.rdd, _))
  private val fullOfOthers = full.copy(residents = others)
  private val fullOfSiblings = full.copy(residents = siblings)

  private val sizes = Seq(
    AdmissionCase("a block enters free memory", admitted = true, Reason.FitsFree),
    AdmissionCase(
      "free memory is filled to the last byte before the headroom of an eighth",
      admitted = true,
      Reason.FitsFree,
      bytes = Some(7000)
    ),
    AdmissionCase("headroom is not filled", admitted = false, Reason.WorthLess, bytes = Some(7001)),
    AdmissionCase(
      "the headroom of a large memory is 4 MB",
      admitted = true,
      Reason.FitsFree,
      bytes = Some((1L << 30) - (4L << 20)),
      state = unused.copy(memory = StorageMemory(1L << 30, 1L << 30, promisedBytes = 0))
    ),
    AdmissionCase(
      "bytes promised to other puts are not free",
      admitted = false,
      Reason.WorthLess,
      state = unused.copy(memory = memory.copy(promisedBytes = 6001))
    ),
    AdmissionCase(
      "a block may take the memory of old blocks of no RDD",
      admitted = true,
      Reason.FitsFree,
      state = unused.copy(memory = memory.copy(unusedBytes = 0, eldestBytes = 8000))
    ),
    AdmissionCase(
      "a block of unknown size is tried in the memory of old blocks of no RDD",
      admitted = true,
      Reason.UnknownSize,
      bytes = None,
      state = unused.copy(memory = memory.copy(unusedBytes = 0, eldestBytes = 8000))
    ),
    AdmissionCase(
      "old blocks of no RDD keep the headroom",
      admitted = false,
      Reason.WorthLess,
      bytes = Some(7001),
      state = unused.copy(memory = memory.copy(unusedBytes = 0, eldestBytes = 8000))
    ),
    AdmissionCase(
      "a block larger than all storage memory stays out",
      admitted = false,
      Reason.TooLarge,
      bytes = Some(8001)
    ),
    AdmissionCase("a block of unknown size is tried in free memory", admitted = true, Reason.UnknownSize, bytes = None),
    AdmissionCase(
      "a block of unknown size stays out where no memory is free",
      admitted = false,
      Reason.UnknownSize,
      bytes = None,
      state = fullOfOthers
    ),
    AdmissionCase(
      "a block of unknown size is tried while more is free than siblings had outgrown",
      admitted = true,
      Reason.UnknownSize,
      bytes = None,
      state = unused.copy(outgrownBytes = 6999)
    ),
    AdmissionCase(
      "a block of unknown size stays out when siblings have outgrown as much as is free",
      admitted = false,
      Reason.UnknownSize,
      bytes = None,
      state = unused.copy(outgrownBytes = 7000)
    )
  )

  private val victims = Seq(
    AdmissionCase(
      "victims have twice the bytes needed, since some may be in use",
      admitted = true,
      Reason.WorthMore,
      state = fullOfOthers,
      victims = others.take(1)
    ),
    AdmissionCase(
      "as many victims go as the block needs",
      admitted = true,
      Reason.WorthMore,
      bytes = Some(2000),
      state = fullOfOthers,
      victims = others.take(2)
    ),
    AdmissionCase(
      "victims need not have twice the bytes",
      admitted = true,
      Reason.WorthMore,
      bytes = Some(6000),
      state = fullOfOthers,
      victims = others
    ),
    AdmissionCase(
      "victims that do not have the bytes needed are kept",
      admitted = false,
      Reason.WorthLess,
      bytes = Some(6001),
      state = fullOfOthers
    ),
    AdmissionCase(
      "blocks of the same RDD are kept on a tie",
      admitted = false,
      Reason.WorthLess,
      state = fullOfSiblings
    ),
    AdmissionCase(
      "residents on the heap make no room outside of it",
      admitted = false,
      Reason.WorthLess,
      offHeap = true,
      state = fullOfOthers
    ),
    AdmissionCase(
      "a refusal that stands is repeated",
      admitted = false,
      Reason.WorthLess,
      state = fullOfOthers.copy(refusalStands = true)
    ),
    AdmissionCase(
      "a refusal that stands is repeated to a block larger than all storage memory",
      admitted = false,
      Reason.WorthLess,
      bytes = Some(8001),
      state = full.copy(refusalStands = true)
    ),
    AdmissionCase(
      "a refusal that stands does not keep a block out of free memory",
      admitted = true,
      Reason.FitsFree,
      state = unused.copy(refusalStands = true)
    ),
    AdmissionCase(
      "a refusal that stands does not keep a block of unknown size out of free memory",
      admitted = true,
      Reason.UnknownSize,
      bytes = None,
      state = unused.copy(refusalStands = true)
    )
  )

  private val readmissions = Seq(
    AdmissionCase("never: a block from disk stays there", admitted = false, Reason.ReadmissionOff, fromDisk = true)
      .under(Readmission.Never),
    AdmissionCase("never: a computed block enters free memory", admitted = true, Reason.FitsFree)
      .under(Readmission.Never),
    AdmissionCase("value: a block from disk enters free memory", admitted = true, Reason.FitsFree, fromDisk = true),
    AdmissionCase(
      "value: a block from disk stays there where the policy prefers the residents",
      admitted = false,
      Reason.WorthLess,
      fromDisk = true,
      objectsWithDisk = false,
      state = fullOfOthers
    ).under(Policies.default),
    AdmissionCase(
      "always: a block from disk pushes out blocks of other RDDs that the policy prefers",
      admitted = true,
      Reason.WorthMore,
      fromDisk = true,
      state = fullOfOthers,
      victims = others.take(1)
    ).under(Policies.default).under(Readmission.Always),
    AdmissionCase(
      "always: a block from disk finds blocks of other RDDs behind those of its own",
      admitted = true,
      Reason.WorthMore,
      fromDisk = true,
      state = full.copy(residents = siblings ++ others),
      victims = others.take(1)
    ).under(Policies.default).under(Readmission.Always),
    AdmissionCase(
      "always: a block from disk does not push out its own RDD",
      admitted = false,
      Reason.WorthLess,
      fromDisk = true,
      state = fullOfSiblings
    ).under(Policies.default).under(Readmission.Always),
    AdmissionCase(
      "always: a computed block pushes out nothing that the policy prefers",
      admitted = false,
      Reason.WorthLess,
      state = fullOfOthers
    ).under(Policies.default).under(Readmission.Always)
  )

  private val heapCosts = Seq(
    AdmissionCase(
      "half of storage memory is filled whatever a block is worth",
      admitted = true,
      Reason.FitsFree,
      bytes = Some(4000)
    ).under(Policies.default),
    AdmissionCase(
      "beyond half of storage memory a block that is cheap to read from disk stays there",
      admitted = false,
      Reason.CheaperOnDisk,
      bytes = Some(4001)
    ).under(Policies.default),
    AdmissionCase(
      "a block that is expensive to read from disk enters",
      admitted = true,
      Reason.FitsFree,
      bytes = Some(4001),
      state = unused.copy(reloadNs = 40011)
    ).under(Policies.default),
    AdmissionCase(
      "a block that costs as much on disk as in the heap stays on disk",
      admitted = false,
      Reason.CheaperOnDisk,
      bytes = Some(4001),
      state = unused.copy(reloadNs = 40010)
    ).under(Policies.default),
    AdmissionCase(
      "storage memory that is a small part of the heap is filled",
      admitted = true,
      Reason.FitsFree,
      bytes = Some(4001),
      rules = AdmissionRules(Policies.default, Readmission.ByValue, heapBytes = 1 << 20)
    ),
    AdmissionCase(
      "a block of a level without disk, or without objects, need not be worth its heap",
      admitted = true,
      Reason.FitsFree,
      bytes = Some(4001),
      objectsWithDisk = false
    ).under(Policies.default),
    AdmissionCase(
      "under a policy for comparison memory is filled as its paper does",
      admitted = true,
      Reason.FitsFree,
      bytes = Some(4001)
    ),
    AdmissionCase(
      "with another readmission than by value memory is filled",
      admitted = true,
      Reason.FitsFree,
      bytes = Some(4001)
    ).under(Policies.default).under(Readmission.Always),
    AdmissionCase(
      "a block that is cheap on disk is refused for that, though it is too large and a refusal stands",
      admitted = false,
      Reason.CheaperOnDisk,
      bytes = Some(8001),
      state = full.copy(refusalStands = true)
    ).under(Policies.default)
  )

  private val rows = sizes ++ victims ++ readmissions ++ heapCosts

  rows.foreach { row =>
    test(s"${row.reason}: ${row.name}") {
      val decision = row.decide
      assertEquals((decision.admitted, decision.reason, decision.victims), (row.admitted, row.reason, row.victims))
    }
  }

  test("every reason for a decision has a row here, but the one that comes from dropping") {
    assertEquals(Reason.admissions.diff(rows.map(_.reason).distinct), Seq(Reason.NothingToEvict))
  }

  test("a decision holds if its victims free what it needs, else nothing could be evicted") {
    val decision = AdmissionCase("", admitted = true, Reason.WorthMore, bytes = Some(3000), state = fullOfOthers).decide
    assertEquals(decision.neededBytes, 3000L)
    assertEquals(decision.afterDropping(3000), decision)
    assertEquals(decision.afterDropping(2999), AdmissionDecision(admitted = false, Reason.NothingToEvict))
  }

  test("a refusal stands after a look at the residents, and only then") {
    val standing = rows.filter(_.decide.standing)
    assertEquals(standing.map(_.reason).distinct, Seq(Reason.WorthLess))
    assert(!standing.exists(_.state.refusalStands))
  }

  test("with readmission off the memory is not asked for") {
    val row = readmissions.head
    assertEquals(new Admission(row.rules).decide(row.request, UnaskedState).reason, row.reason)
  }

  test("memory is short when more than half of it is used") {
    assert(!memory.copy(unusedBytes = 4000).isShort)
    assert(memory.copy(unusedBytes = 3999).isShort)
  }

  test("a configuration names the readmission") {
    assertEquals(
      Seq("always", "never", "value", "other").map(Readmission.named),
      Seq(Readmission.Always, Readmission.Never, Readmission.ByValue, Readmission.ByValue)
    )
  }

  private val requests: Gen[AdmissionCase] = for {
    unusedBytes <- Gen.choose(0L, 8000L)
    promisedBytes <- Gen.choose(0L, 2000L)
    rdds <- Gen.listOfN(((8000 - unusedBytes) / residentBytes).toInt, Gen.oneOf(1, 2))
    eldestBytes <- Gen.choose(0L, 8000 - unusedBytes - rdds.size * residentBytes)
    bytes <- Gen.option(Gen.choose(1L, 9000L))
    fromDisk <- Gen.oneOf(true, false)
    policy <- Gen.oneOf(Policies.all)
    readmission <- Gen.oneOf(Readmission.Always, Readmission.Never, Readmission.ByValue)
    reloadNs <- Gen.oneOf(1.0, 1e9)
    refusalStands <- Gen.oneOf(true, false)
  } yield AdmissionCase(
    "any",
    admitted = true,
    Reason.FitsFree,
    bytes,
    fromDisk,
    state = AdmissionCaseState(
      StorageMemory(8000, unusedBytes, promisedBytes, eldestBytes),
      rdds.zipWithIndex.map { case (rdd, i) => BlockKey(rdd, i + 1) },
      refusalStands = refusalStands,
      reloadNs = reloadNs
    ),
    rules = AdmissionRules(policy, readmission, heapBytes = 0)
  )

  property("what is admitted has room: free memory, or that of its victims") {
    forAll(requests) { row =>
      val decision = row.decide
      val freeBytes = row.state.memory.freeBytes
      !decision.admitted || row.bytes.forall(_ <= freeBytes + decision.victims.size * residentBytes)
    }
  }

  property("victims are residents, each named once, and only for a block that is admitted") {
    forAll(requests) { row =>
      val decision = row.decide
      decision.victims.distinct == decision.victims && decision.victims.forall(row.state.residents.contains) &&
      (decision.admitted || decision.victims.isEmpty)
    }
  }

  property("more unused memory never turns an admission into a refusal") {
    forAll(requests, Gen.choose(0L, 8000L)) { (row, moreBytes) =>
      val memory = row.state.memory
      val roomier = memory.copy(unusedBytes = math.min(memory.capacityBytes, memory.unusedBytes + moreBytes))
      !row.decide.admitted || row.copy(state = row.state.copy(memory = roomier)).decide.admitted
    }
  }

  /** A state that must not be asked. */
  private object UnaskedState extends AdmissionState {
    override def memory(offHeap: Boolean): StorageMemory = fail("memory was asked for")
    override def outgrownBytes(rdd: Int): Long = fail("outgrown bytes were asked for")
    override def knowledge: Knowledge = fail("knowledge was asked for")
    override def overResidents(
        request: AdmissionRequest,
        decide: AdmissionResidents => AdmissionDecision
    ): AdmissionDecision = fail("residents were asked for")
  }
}
