package okibi.core.policy

import munit.ScalaCheckSuite
import org.scalacheck.Gen
import org.scalacheck.Prop.forAll

import okibi.core.{GoldenFiles, SlowSuite}
import okibi.core.block.BlockKey

/** Checks the laws for every policy of the registry. */
class PolicyLawsSuite extends ScalaCheckSuite with SlowSuite {
  private val suite = "PolicyLawsSuite"
  private val folder = "core/src/test/resources/okibi/core/policy"
  private val shares = Seq(0.1, 0.3, 0.6) // capacities as shares of all bytes
  private val knowledge = Seq(true -> "foreseen", false -> "blind")

  private lazy val trace = Trace.parse(GoldenFiles.files.read(s"$folder/small.trace"))

  test("the shipped trace equals the generated trace, and parses back to it") {
    val generated = SmallTraceGenerator.generate(seed = 20170131)
    GoldenFiles.files.check(s"$folder/small.trace", generated.render, suite)
    assertEquals(trace, generated)
  }

  test("names are unique, and the registry finds each policy under its name") {
    assertEquals(Policies.all.map(_.name).distinct, Policies.all.map(_.name))
    Policies.all.foreach(spec => assertEquals(Policies.find(spec.name), Some(spec)))
    assertEquals(Policies.find("belady"), None)
  }

  test("the outcomes of all policies on the shipped trace stay the same") {
    val rows = for (spec <- Policies.all; (foreseen, word) <- knowledge; share <- shares) yield {
      val outcome = new TraceReplay(trace, spec, foreseen, capacityOf(trace, share)).run()
      f"${spec.name}%-8s $word%-8s ${share * 100}%3.0f %% ${outcome.hits}%5d hits ${outcome.byteHits}%10d byte hits " +
        f"${outcome.evictions}%5d evictions ${outcome.savedNs}%10d ns saved"
    }
    val bounds = shares.map { share =>
      val boundNs = ClairvoyantBound.savedNs(trace, capacityOf(trace, share))
      f"no policy can save more than $boundNs%.0f ns at ${share * 100}%.0f %%"
    }
    GoldenFiles.files.check(s"$folder/outcomes.txt", (rows ++ bounds).mkString("", "\n", "\n"), suite)
  }

  Policies.all.foreach { spec =>
    test(s"${spec.name} keeps the laws on the shipped trace") {
      for ((foreseen, _) <- knowledge; share <- shares)
        PolicyLaws.check(trace, spec, foreseen, capacityOf(trace, share))
    }

    property(s"${spec.name} keeps the laws on every trace") {
      forAll(PolicyLawsSuite.traces, Gen.choose(0.02, 1.2), Gen.oneOf(true, false)) { (trace, share, foreseen) =>
        PolicyLaws.check(trace, spec, foreseen, capacityOf(trace, share))
        true
      }
    }

    test(s"${spec.name} evicts nothing on a tie inside an RDD") {
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
  private val cost: Gen[BlockCost] = for {
    bytes <- Gen.choose(1L, 100L)
    reloadNs <- Gen.choose(1L, 1000L)
    computeNs <- Gen.choose(1L, 5000L)
  } yield BlockCost(bytes, reloadNs, computeNs)

  /** A few RDDs, some of them read together, with events in any order. Leaves out reads of unpersisted RDDs. */
  val traces: Gen[Trace] = for {
    partitions <- Gen.choose(1, 12)
    rdds <- Gen.choose(1, 4)
    keys = for (rdd <- 1 to rdds; p <- 0 until partitions) yield BlockKey(rdd, p)
    costs <- Gen.listOfN(keys.size, cost)
    together <- Gen.someOf(1 to rdds)
    read = Gen.oneOf(keys).map(TraceEvent.Read(_): TraceEvent)
    event = Gen.frequency(
      40 -> read,
      2 -> Gen.const(TraceEvent.Stage: TraceEvent),
      1 -> Gen.choose(1, rdds).map(TraceEvent.Unpersist(_): TraceEvent)
    )
    events <- Gen.choose(1, 300).flatMap(Gen.listOfN(_, event))
  } yield {
    val unpersisted = events.scanLeft(Set.empty[Int]) {
      case (before, TraceEvent.Unpersist(rdd)) => before + rdd
      case (before, _) => before
    }
    val possible = events.zip(unpersisted).collect {
      case (event @ TraceEvent.Read(block), before) if !before(block.rdd) => event
      case (event @ (TraceEvent.Stage | TraceEvent.Unpersist(_)), _) => event
    }
    Trace(keys.zip(costs).toMap, together.toSet, possible.toVector)
  }
}
