package okibi.bench.experiment.shuffle

import munit.FunSuite

class PowerDataSuite extends FunSuite {
  private val data = PowerData(1)
  private def mean(values: Seq[Double]): Double = values.sum / values.size

  test("a meter-day is the same each time, and different for another seed") {
    assertEquals(data.reading(7, 3).kwh.toSeq.toString, data.reading(7, 3).kwh.toSeq.toString)
    assertEquals(data.meter(7), data.meter(7))
    assertNotEquals(data.reading(7, 3).kwh.toSeq, PowerData(2).reading(7, 3).kwh.toSeq)
    assertNotEquals(data.reading(7, 3).kwh.toSeq, data.reading(7, 4).kwh.toSeq)
  }

  test("homes use most power in the evening, and more in winter") {
    val homes = (0 until 300).filter(data.meter(_).contract == 0)
    def use(day: Int, slots: Range): Double =
      mean(for (home <- homes; slot <- slots; value = data.reading(home, day).kwh(slot) if !value.isNaN) yield value)
    assert(use(10, 36 to 41) > 1.5 * use(10, 4 to 9))
    assert(use(10, 0 until PowerData.slots) > 1.2 * use(130, 0 until PowerData.slots))
  }

  test("about one meter-day in a hundred has a gap, and two have a correction without gaps") {
    val days = for (meter <- 0 until 100; day <- 0 until 100) yield (meter, day)
    val gaps = days.count { case (meter, day) => data.reading(meter, day).kwh.exists(_.isNaN) }
    val corrections = days.flatMap { case (meter, day) => data.correction(meter, day) }
    assert(gaps > 50 && gaps < 150, gaps)
    assert(corrections.size > 130 && corrections.size < 270, corrections.size)
    assert(corrections.forall(_.kwh.forall(value => !value.isNaN && value > 0)))
  }

  test("meters are spread over areas and contracts") {
    val meters = (0 until 5000).map(data.meter)
    assertEquals(meters.map(_.area).toSet, (0 until PowerData.areas).toSet)
    assertEquals(meters.map(_.contract).toSet, (0 until PowerData.contracts).toSet)
  }
}
