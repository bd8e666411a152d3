package okibi.bench.policies

import scala.util.Random

class PoliciesBenchmarkSuite extends munit.FunSuite {

  test("against the best other: the one of the other runs, run by run") {
    assertEquals(PoliciesBenchmark.againstBest(Seq(2.0, 2.0, 2.0), Seq(Seq(1.0, 1.0, 1.0), Seq(4.0, 4.0, 4.0))), Some(2.0): Option[Double])
    // Lucky once: in that run the other was the best by what is known of the others.
    assertEquals(PoliciesBenchmark.againstBest(Seq(2.0, 2.0, 2.0), Seq(Seq(2.0, 2.0, 2.0), Seq(0.5, 4.0, 4.0))), Some(1.0): Option[Double])
    assertEquals(PoliciesBenchmark.againstBest(Seq(2.0), Seq(Seq(1.0), Seq(4.0))), Some(2.0): Option[Double])
    assertEquals(PoliciesBenchmark.againstBest(Nil, Seq(Seq(1.0))), None: Option[Double])
    assertEquals(PoliciesBenchmark.againstBest(Seq(1.0), Nil), None: Option[Double])
  }

  test("of eleven that are equal but for noise, none looks slower than the best other") {
    val random = new Random(1)
    def runs: Seq[Double] = Seq.fill(3)(1 + 0.3 * random.nextDouble())
    val found = Seq.fill(2000)(PoliciesBenchmark.againstBest(runs, Seq.fill(10)(runs)).get)
    val mean = found.sum / found.length
    assert(math.abs(mean - 1) < 0.02, mean.toString)
  }
}
