package okibi.core.policy

import scala.concurrent.duration._

import munit.ScalaCheckSuite
import org.scalacheck.Gen
import org.scalacheck.Prop.forAll

import okibi.core.GoldenFiles
import okibi.core.block.BlockKey

/** Every registered policy against the laws; a new one is covered by its line in the registry. */
class PolicyLawsSuite extends ScalaCheckSuite {
  // A busy machine is slow, not wrong.
  override val munitTimeout: Duration = 5.minutes

  private val suite = "PolicyLawsSuite"
  private val folder = "core/src/test/resources/okibi/core/policy"
  private val shares = Seq(0.1, 0.3, 0.6) // of all bytes
  private val knowledge = Seq(true -> "foreseen", false -> "blind")

  private lazy val trace = Trace.parse(GoldenFiles.files.read(s"$folder/small.trace"))

  test("the shipped trace is what its generator makes, and reads back as it was written") {
    val generated = SmallTraceGenerator.generate(seed = 20170131)
    GoldenFiles.files.check(s"$folder/small.trace", generated.render, suite)
    assertEquals(trace, generated)
  }

  test("names are unique, and each is found under its own") {
    assertEquals(Policies.all.map(_.name).distinct, Policies.all.map(_.name))
    Policies.all.foreach(spec => assertEquals(Policies.find(spec.name), Some(spec)))
    assertEquals(Policies.find("belady"), None)
  }

  test("every policy does on the shipped trace what it did before") {
    val rows = for (spec <- Policies.all; (foreseen, word) <- knowledge; share <- shares) yield {
      val outcome = new TraceReplay(trace, spec, foreseen, capacityOf(trace, share)).run()
      f"${spec.name}%-8s $word%-8s ${share * 100}%3.0f %% ${outcome.hits}%5d hits ${outcome.byteHits}%10d byte hits " +
        f"${outcome.evictions}%5d evictions ${outcome.savedNs}%10d ns saved"
    }
    val bounds = shares.map { share =>
      f"no policy can save more than ${ClairvoyantBound.savedNsAtMost(trace, capacityOf(trace, share))}%.0f ns at ${share * 100}%.0f %%"
    }
    GoldenFiles.files.check(s"$folder/outcomes.txt", (rows ++ bounds).mkString("", "\n", "\n"), suite)
  }

  Policies.all.foreach { spec =>
    test(s"${spec.name} keeps the laws on the shipped trace") {
      for ((foreseen, _) <- knowledge; share <- shares)
        PolicyLaws.check(trace, spec, foreseen, capacityOf(trace, share))
    }

    property(s"${spec.name} keeps the laws on any trace") {
      forAll(PolicyLawsSuite.traces, Gen.choose(0.02, 1.2), Gen.oneOf(true, false)) { (trace, share, foreseen) =>
        PolicyLaws.check(trace, spec, foreseen, capacityOf(trace, share))
        true
      }
    }

    test(s"${spec.name} never evicts on a tie inside an RDD") {
      for (uses <- Seq(Double.NaN, 0.0, 3.0); passes <- 1 to 3) {
        val policy = spec.make(new EqualBlockKnowledge(uses))
        val blocks = (0 until 10).map(BlockKey(1, _))
        blocks.foreach(policy.onRead)
        blocks.take(9).foreach(policy.onPut)
        for (_ <- 2 to passes) blocks.foreach(policy.onRead)
        policy.victims.toList.foreach { victim =>
          assert(!policy.replaces(blocks.last, victim), s"$victim, uses $uses, after $passes passes")
        }
      }
    }

    test(s"${spec.name} remembers a bounded number of blocks") {
      val policy = spec.make(new EqualBlockKnowledge(Double.NaN))
      for (rdd <- 1 to 4; partition <- 0 until 30000) {
        val block = BlockKey(rdd, partition)
        policy.onRead(block)
        policy.onPut(block)
        if (partition % 100 != 0) policy.onDrop(block)
      }
      assert(policy.tracked <= 1200 + 65536, s"tracks ${policy.tracked}")
      assertEquals(policy.victims.size, 1200)
    }
  }

  private def capacityOf(trace: Trace, share: Double): Long = math.max(1L, (trace.totalBytes * share).toLong)
}

object PolicyLawsSuite {
  private val facts: Gen[BlockCost] = for {
    bytes <- Gen.choose(1L, 100L)
    reloadNs <- Gen.choose(1L, 1000L)
    computeNs <- Gen.choose(1L, 5000L)
  } yield BlockCost(bytes, reloadNs, computeNs)

  /** A few RDDs, some read together, in any order of events; what is read after its unpersist is left out. */
  val traces: Gen[Trace] = for {
    partitions <- Gen.choose(1, 12)
    rdds <- Gen.choose(1, 4)
    keys = for (rdd <- 1 to rdds; p <- 0 until partitions) yield BlockKey(rdd, p)
    known <- Gen.listOfN(keys.size, facts)
    together <- Gen.someOf(1 to rdds)
    read = Gen.oneOf(keys).map(TraceEvent.Read(_): TraceEvent)
    event = Gen.frequency(
      40 -> read,
      2 -> Gen.const(TraceEvent.Stage: TraceEvent),
      1 -> Gen.choose(1, rdds).map(TraceEvent.Unpersist(_): TraceEvent)
    )
    events <- Gen.choose(1, 300).flatMap(Gen.listOfN(_, event))
  } yield {
    val gone = events.scanLeft(Set.empty[Int]) {
      case (before, TraceEvent.Unpersist(rdd)) => before + rdd
      case (before, _) => before
    }
    val possible = events.zip(gone).collect {
      case (event @ TraceEvent.Read(block), before) if !before(block.rdd) => event
      case (event @ (TraceEvent.Stage | TraceEvent.Unpersist(_)), _) => event
    }
    Trace(keys.zip(known).toMap, together.toSet, possible.toVector)
  }
}
