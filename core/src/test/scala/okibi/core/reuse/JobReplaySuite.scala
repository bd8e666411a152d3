package okibi.core.reuse

import munit.FunSuite
import okibi.core.policy.{Policies, ValuePolicy}

/** Jobs that make a new RDD in each round, as GraphX does. Recorded with 8 partitions of some 130 MB in all. */
final class JobReplaySuite extends FunSuite {
  private val capacitiesMb = Seq(25, 32, 40)

  /** Estimated sizes of blocks differ by this much. */
  private val tolerance = 1.03

  Seq("pagerank", "components").foreach { application =>
    test(s"$application: the policy value moves no more bytes than the best other policy") {
      val recorded = RecordedJobs.of(application)
      capacitiesMb.foreach { capacityMb =>
        val moved =
          Policies.all.map(spec => spec -> new JobReplay(recorded, spec, capacityMb.toLong << 20).movedBytes).toMap
        val (best, bestBytes) = (moved - ValuePolicy.spec).minBy(_._2)
        val clue = s"$capacityMb MB, ${best.name}: ${moved.map { case (spec, bytes) => spec.name -> (bytes >> 10) }}"
        assert(moved(ValuePolicy.spec) <= tolerance * bestBytes, clue)
      }
    }
  }
}
