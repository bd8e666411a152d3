package okibi.bench.experiment.policies

import scala.util.Random

import okibi.bench.runner.Stats

class PoliciesBenchmarkSuite extends munit.FunSuite {

  test("each run is compared with the variant that was best in the other runs") {
    assertEquals(
      PoliciesBenchmark.againstBest(Seq(2.0, 2.0, 2.0), Seq(Seq(1.0, 1.0, 1.0), Seq(4.0, 4.0, 4.0))),
      Seq(2.0, 2.0, 2.0)
    )
    // A lucky run does not make a variant the best one of that run.
    assertEquals(
      PoliciesBenchmark.againstBest(Seq(2.0, 2.0, 2.0), Seq(Seq(2.0, 2.0, 2.0), Seq(0.5, 4.0, 4.0))),
      Seq(1.0, 1.0, 1.0)
    )
    assertEquals(PoliciesBenchmark.againstBest(Seq(2.0), Seq(Seq(1.0), Seq(4.0))), Seq(2.0))
    assertEquals(PoliciesBenchmark.againstBest(Nil, Seq(Seq(1.0))), Nil)
    assertEquals(PoliciesBenchmark.againstBest(Seq(1.0), Nil), Nil)
  }

  test("of eleven variants that differ by noise alone, none looks slower than the best other") {
    val random = new Random(1)
    def runs: Seq[Double] = Seq.fill(3)(1 + 0.3 * random.nextDouble())
    val found = Seq.fill(2000)(PoliciesBenchmark.againstBest(runs, Seq.fill(10)(runs))).map(Stats.median)
    val mean = found.sum / found.length
    assert(math.abs(mean - 1) < 0.02, mean.toString)
  }
}
