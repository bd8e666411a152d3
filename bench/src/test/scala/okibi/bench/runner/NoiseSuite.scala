package okibi.bench.runner

import okibi.core.machine.CpuTicks

import munit.FunSuite

class NoiseSuite extends FunSuite {
  private def row(name: String, seconds: Seq[Double], load: MachineLoad*): ResultRow =
    ResultRow("test", Variant(name, "Job", ujson.Obj(), "1g"), seconds, Map.empty, None, None, Nil, load)

  private val quiet = MachineLoad(0.01, 0.01)
  private val busy = MachineLoad(0.3, 0)
  private val stolen = MachineLoad(0, 0.2)

  test("a row is unsteady when most of its runs disagree, or when most of them shared the machine") {
    assertEquals(Noise.of(row("a", Seq(10, 10.5, 20), quiet, quiet, busy)), None)
    assertEquals(Noise.of(row("a", Seq(10))), None)
    assertEquals(Noise.of(row("a", Nil)), None)
    assertEquals(
      Noise.of(row("a", Seq(10, 15, 20))),
      Some("runs of 10.00, 15.00, 20.00 s deviate by 33 %, at most 10 % is steady")
    )
    assertEquals(
      Noise.of(row("a", Seq(10, 10, 10), busy, quiet, busy)),
      Some("other programs took 30 % of the processors, at most 10 % is steady")
    )
    assertEquals(
      Noise.of(row("a", Seq(10), stolen)),
      Some("the host took 20 % of the processors for others, at most 5 % is steady")
    )
  }

  private def judged(headline: Headline, rows: Seq[ResultRow]): Headline = Noise.judged(_ => Seq(headline), rows).head

  test("a headline is judged by the variants behind it, or by all timed ones without any") {
    val rows = Seq(row("good", Seq(10, 10, 10)), row("bad", Seq(10, 15, 20)))
    val ratio = Headline("r", 1, "x", variants = Seq("good"))
    assertEquals(judged(ratio, rows).unsteady, None)
    assert(
      judged(ratio.copy(variants = Nil), rows).line
        .startsWith("headline r = 1.000 x, 1.000 to 1.000; unsteady: bad: runs of 10.00, 15.00, 20.00 s")
    )
    val untimed = rows.map { row =>
      val role = if (row.variant.name == "good") VariantRole.Timed else VariantRole.CountedOnce
      row.copy(variant = row.variant.copy(role = role))
    }
    assertEquals(judged(ratio.copy(variants = Nil), untimed).unsteady, None)
  }

  test("a headline that is not made of seconds is judged by its own figures") {
    val rows = Seq(row("unsteady", Seq(10, 15, 20)), row("busy", Seq(10, 10, 10), busy))
    val share = Headline("s", 0.5, "x", variants = Seq("unsteady"), runFigures = Seq(0.5, 0.51, 0.9))
    assertEquals(judged(share, rows), share.copy(range = Some((0.5, 0.9))))
    assertEquals(
      judged(share.copy(runFigures = Seq(0.5, 0.7, 0.9)), rows).unsteady,
      Some("runs of 0.50, 0.70, 0.90 deviate by 29 %, at most 10 % is steady")
    )
    assert(judged(share.copy(variants = Seq("busy")), rows).unsteady.exists(_.startsWith("busy: other programs")))
  }

  test("a count is always steady, and has no range") {
    val counted = Headline("r", 1, "x", variants = Seq("bad"), timed = false)
    assertEquals(judged(counted, Seq(row("bad", Seq(10, 15, 20)))), counted)
  }

  test("a headline's range is that of its figures in single rounds, and includes the headline") {
    val rows = Seq(row("a", Seq(4, 5, 6)), row("b", Seq(10, 10, 8)))
    val ratio = Noise.judged(Headline.ratio("r", _, "a", "b").toSeq, rows).head
    assertEquals((ratio.value, ratio.range), (0.5, Some((0.4, 0.75))))
    assertEquals(Noise.judged(Headline.ratio("r", _, "a", "b").toSeq, rows.map(_.run(0))).head.range, None)
    val metric = rows.map(row =>
      row.copy(metrics = Map("fill" -> 2.0), metricRuns = Map("fill" -> Seq(1.0, 2.0, 3.0), "once" -> Seq(7.0)))
    )
    assertEquals(
      Noise.judged(all => Seq(Headline("fill", all.head.metrics("fill"), "s")), metric).head.range,
      Some((1.0, 3.0))
    )
  }

  test("foreign load is the time beyond the runner's own, and never negative") {
    val from = MachineLoad.Moment(CpuTicks(1000, 100, 0, 1000, 10), 500)
    val to = MachineLoad.Moment(CpuTicks(1600, 200, 0, 1280, 30), 800)
    assertEquals(MachineLoad.between(from, to), MachineLoad(foreign = 0.3, steal = 0.02))
    assertEquals(MachineLoad.between(from, to.copy(ownUserTicks = 2000)).foreign, 0.0)
    assertEquals(MachineLoad.between(from, from), MachineLoad(0, 0))
  }

  test("the work of an ended child is not foreign") {
    val (exitCode, load) = MachineLoad.during(
      new ProcessBuilder("sh", "-c", "i=0; while [ $i -lt 300000 ]; do i=$((i+1)); done").start().waitFor()
    )
    assertEquals(exitCode, 0)
    load.foreach(seen => assert(seen.foreign >= 0 && seen.foreign <= 1 && seen.steal >= 0, seen))
  }
}
