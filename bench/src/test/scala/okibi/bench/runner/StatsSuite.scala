package okibi.bench.runner

import munit.FunSuite

class StatsSuite extends FunSuite {
  test("the median is the middle value, or the mean of the two in the middle") {
    assertEquals(Stats.median(Seq(3.0, 1.0, 2.0)), 2.0)
    assertEquals(Stats.median(Seq(4.0, 1.0, 2.0, 3.0)), 2.5)
    assertEquals(Stats.median(Seq(7.0)), 7.0)
  }

  test("the spread is the distance between the extremes as a share of the median") {
    assertEquals(Stats.spread(Seq(9.0, 10.0, 12.0)), 0.3)
    assertEquals(Stats.spread(Seq(5.0)), 0.0)
  }

  test("one odd run does not move the deviation, two that disagree do") {
    assertEquals(Stats.deviation(Seq(10.0, 11.0, 30.0)), 1.0 / 11)
    assertEquals(Stats.deviation(Seq(10.0, 20.0, 30.0)), 0.5)
    assertEquals(Stats.deviation(Seq(8.0, 12.0)), 0.2)
    assertEquals(Stats.deviation(Seq(5.0)), 0.0)
  }

  test("no values have no median") {
    intercept[IllegalArgumentException](Stats.median(Nil))
  }
}
