package okibi.spark.fuzz

import scala.concurrent.duration._

import okibi.core.kit.Draws

import munit.FunSuite

/** Some of the programs that `dev/fuzz` runs for as long as one likes. */
class RandomProgramsSuite extends FunSuite {
  override val munitTimeout: Duration = 20.minutes

  test("random queries of cached tables have the rows of plain tables and of DuckDB") {
    Draws.random("RandomProgramsSuite")
    val found = Seq.newBuilder[String]
    val fuzz = new QueryFuzz(Draws.seed, found += _)
    val wanted = Draws.cases(400)
    fuzz.run(fuzz.programs >= wanted)
    assertEquals(found.result().mkString("\n\n"), "")
    // Few programs may all be over tables that DuckDB does not have.
    if (wanted >= 100)
      assert(fuzz.answeredByDuckDb * 10 > wanted, s"DuckDB answered only ${fuzz.answeredByDuckDb} of $wanted")
    assert(fuzz.refused * 10 <= wanted, s"Spark refused ${fuzz.refused} of $wanted")
  }

  test("random graphs of RDDs have the same answers persisted and not, and leave nothing behind") {
    Draws.random("RandomProgramsSuite")
    val found = Seq.newBuilder[String]
    val fuzz = new RddFuzz(Draws.seed, found += _)
    val wanted = Draws.cases(100)
    fuzz.run(fuzz.programs >= wanted)
    assertEquals(found.result().mkString("\n\n"), "")
  }
}
