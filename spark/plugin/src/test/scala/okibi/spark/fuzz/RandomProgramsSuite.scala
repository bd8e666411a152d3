package okibi.spark.fuzz

import scala.concurrent.duration._

import okibi.core.kit.Draws

import munit.FunSuite

/** Some of the programs that `dev/fuzz` runs for as long as one likes. `./okibi test` takes a tenth of the usual cases
  * on the default line and a fiftieth on Spark 3.5: 408 queries and 96 graphs of RDDs.
  */
class RandomProgramsSuite extends FunSuite {
  override val munitTimeout: Duration = 20.minutes

  /** A thousand programs take minutes: `dev/fuzz` is for more. */
  private def cases(usual: Int, most: Int): Int = math.min(Draws.cases(usual), most)

  /** Runs programs, of which none may report a difference. */
  private def run[F <: Fuzz](cases: Int)(make: (Long, String => Unit) => F): F = {
    Draws.random("RandomProgramsSuite")
    val found = Seq.newBuilder[String]
    val fuzz = make(Draws.seed, found += _)
    fuzz.run(fuzz.programs >= cases)
    assertEquals(found.result().mkString("\n\n"), "")
    fuzz
  }

  test("random queries of cached tables have the rows of plain tables and of DuckDB") {
    val wanted = cases(3400, most = 1600)
    val fuzz = run(wanted)(new QueryFuzz(_, _))
    // Few programs may all be over tables that DuckDB does not have.
    if (wanted >= 100)
      assert(fuzz.answeredByDuckDb * 10 > wanted, s"DuckDB answered only ${fuzz.answeredByDuckDb} of $wanted")
    assert(fuzz.refused * 10 <= wanted, s"Spark refused ${fuzz.refused} of $wanted")
  }

  test("random graphs of RDDs have the same answers persisted and not, and leave nothing behind") {
    run(cases(800, most = 400))(new RddFuzz(_, _))
  }
}
