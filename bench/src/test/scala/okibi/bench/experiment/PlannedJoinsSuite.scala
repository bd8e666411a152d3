package okibi.bench.experiment

import scala.concurrent.duration.{Duration, DurationInt}

import okibi.bench.benchmark.Benchmark
import okibi.bench.experiment.tpcds.TpcdsBenchmark
import okibi.bench.experiment.tpch.TpchBenchmark
import okibi.bench.fixture.{TempFolder, TinyRun}
import okibi.bench.query.QuerySuite
import okibi.bench.query.tpcds.Tpcds
import okibi.bench.query.tpch.Tpch
import okibi.core.kit.Draws

import munit.FunSuite
import org.junit.experimental.categories.Category

@Category(Array(classOf[Process]))
class PlannedJoinsSuite extends FunSuite with TempFolder {
  override val munitTimeout: Duration = 20.minutes

  private def sameJoins(benchmark: Benchmark, suite: QuerySuite, headline: String): Unit =
    folder.test(s"Spark plans the same joins with Okibi for queries of ${benchmark.name}") { folder =>
      val queries = Draws.some(suite.queries.map(_.number))
      val (outcome, text) = TinyRun(
        benchmark,
        folder,
        Set("plans"),
        options => options.copy(selection = options.selection.copy(queries = queries.toSet))
      )
      val clue = s"seed ${Draws.seed}, queries ${queries.mkString(", ")}\n$text"
      assertEquals(outcome.errors, Nil, clue)
      assertEquals(outcome.headlines.map(found => found.name -> found.value), Seq(headline -> 0.0), clue)
    }

  sameJoins(TpcdsBenchmark, Tpcds, "tpcds.plans")
  sameJoins(TpchBenchmark, Tpch, "tpch.plans")
}
