package okibi.bench.experiment

import scala.concurrent.duration.{Duration, DurationInt}

import okibi.bench.benchmark.Benchmark
import okibi.bench.experiment.tpcds.TpcdsBenchmark
import okibi.bench.experiment.tpch.TpchBenchmark
import okibi.bench.fixture.{TempFolder, TinyRun}

import munit.FunSuite
import org.junit.experimental.categories.Category

@Category(Array(classOf[Process]))
class PlannedJoinsSuite extends FunSuite with TempFolder {
  override val munitTimeout: Duration = 20.minutes

  private def sameJoins(benchmark: Benchmark, headline: String): Unit =
    folder.test(s"Spark plans the same joins with Okibi for all queries of ${benchmark.name}") { folder =>
      val (outcome, text) = TinyRun(benchmark, folder, Set("plans"))
      assertEquals(outcome.errors, Nil, text)
      assertEquals(outcome.headlines.map(found => found.name -> found.value), Seq(headline -> 0.0), text)
    }

  sameJoins(TpcdsBenchmark, "tpcds.plans")
  sameJoins(TpchBenchmark, "tpch.plans")
}
