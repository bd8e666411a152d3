package okibi.bench.runner

import scala.concurrent.duration.{Duration, DurationInt}

import munit.FunSuite

class SteadinessSuite extends FunSuite {
  private val three = Steadiness(wanted = 3, within = 5.minutes)

  /** @param runs     seconds of each variant, round by round
    * @param goesOn   whether another round is needed after them
    * @param measured the seconds that count, of each variant
    */
  private case class SteadinessCase(title: String, runs: Seq[Seq[Double]], goesOn: Boolean, measured: Seq[Seq[Double]])

  private def one(title: String, goesOn: Boolean, measured: Seq[Double])(runs: Double*) =
    SteadinessCase(title, Seq(runs), goesOn, Seq(measured))

  private val cases = Seq(
    one("steady from the first", goesOn = false, Seq(10, 10.2, 9.9))(10, 10.2, 9.9),
    one("one odd run among them", goesOn = false, Seq(10, 10.5, 20))(10, 10.5, 20),
    one("fewer than wanted", goesOn = true, Seq(10, 10))(10, 10),
    one("warming up", goesOn = true, Seq(4.85, 3.21, 2.82))(4.85, 3.21, 2.82),
    one("warming up, where the last run agrees with the one before", goesOn = true, Seq(3.21, 2.82, 2.75))(
      4.85,
      3.21,
      2.82,
      2.75
    ),
    one("warm", goesOn = false, Seq(2.82, 2.75, 2.78))(4.85, 3.21, 2.82, 2.75, 2.78),
    one("an odd run at the beginning warms up", goesOn = false, Seq(10, 10.1, 9.9))(20, 10, 10.1, 9.9),
    one("no two runs agree", goesOn = true, Seq(14, 7, 20))(10, 5, 14, 7, 20),
    SteadinessCase(
      "one variant is warm, the other becomes warm",
      Seq(Seq(5, 5, 5, 5.1), Seq(9, 4, 4.1, 4)),
      goesOn = false,
      Seq(Seq(5, 5, 5.1), Seq(4, 4.1, 4))
    ),
    SteadinessCase(
      "one variant is steady, the other is not",
      Seq(Seq(5, 5, 5), Seq(9, 4, 6)),
      goesOn = true,
      Seq(Seq(5, 5, 5), Seq(9, 4, 6))
    )
  )

  cases.foreach { example =>
    test(s"${example.title}: ${example.runs.map(_.mkString(", ")).mkString(" beside ")}") {
      assertEquals(three.goesOn(example.runs.head.size, example.runs, elapsed = 1.minute), example.goesOn)
      assertEquals(example.runs.map(_.drop(three.warmUpRounds(example.runs))), example.measured)
    }
  }

  test("no round begins after the time is over or after ten times the wanted rounds; the wanted rounds always do") {
    val unsteady = Seq(Seq(4.0, 3.0, 2.0))
    assert(!three.goesOn(3, unsteady, elapsed = 5.minutes))
    assert(three.goesOn(2, unsteady.map(_.take(2)), elapsed = 1.hour))
    val many = Seq.tabulate(30)(i => (1 << i).toDouble)
    assert(three.goesOn(29, Seq(many.take(29)), elapsed = 1.minute))
    assert(!three.goesOn(30, Seq(many), elapsed = 1.minute))
    assertEquals(three.warmUpRounds(Seq(many)), 15)
  }

  test("without time, exactly the wanted rounds run, and all count") {
    val fixed = Steadiness(wanted = 3, within = Duration.Zero)
    assert(!fixed.goesOn(3, Seq(Seq(4.0, 3.0, 2.0)), elapsed = Duration.Zero))
    assertEquals(fixed.warmUpRounds(Seq(Seq(4.0, 3.0, 2.0))), 0)
    assertEquals(fixed.mostRounds, 3)
  }

  test("a single run is steady, and rounds end when all variants failed") {
    assert(!Steadiness(1, 5.minutes).goesOn(1, Seq(Seq(4.0)), elapsed = Duration.Zero))
    assert(!three.goesOn(3, Nil, elapsed = Duration.Zero))
    assertEquals(three.warmUpRounds(Nil), 0)
  }
}
