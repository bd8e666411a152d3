package okibi.bench.experiment.terasort

import okibi.bench.experiment.terasort.model.{MapOutput, MapReduceModel}
import okibi.bench.runner.{Row, Variant}

import munit.FunSuite

class PredictedSuite extends FunSuite {
  private val cores = Runtime.getRuntime.availableProcessors.toDouble

  private def row(name: String, metrics: (String, Double)*): Row =
    Row("e", Variant(name, "job", ujson.Obj(), "1g"), Seq(1.0), metrics.toMap, None, None)

  private val rows = Seq(
    row("hadoop", "mapSeconds" -> 20, "mapBusy" -> 0.5),
    row("hadoop, no data", "mapSeconds" -> 4, "mapBusy" -> 0.25),
    row(
      "hadoop, terms of map",
      "hdfsRead" -> 100,
      "deserialize" -> 200,
      "trackInput" -> 400,
      "serialize" -> 200,
      "sortAndMerge" -> 50
    )
  )

  private def predicted(rows: Seq[Row]): Option[Predicted] =
    Predicted.of(rows, "hadoop", "map", 100)((rates, _) => MapReduceModel.teraSortMap(rates, MapOutput()))

  test("a phase is predicted from its steps, the start of its tasks and how busy the cores were") {
    val found = predicted(rows).get
    val ofData = 100.0 / 100 + 100.0 / 200 + 100.0 / 400 + 100.0 / 200 + 100.0 / 50
    assertEqualsDouble(found.prediction.seconds, ofData / (cores * 0.5) + 4 * 0.25 / 0.5, 1e-9)
    assertEqualsDouble(found.error, found.prediction.seconds / 20 - 1, 1e-9)
    assertEquals(
      found.prediction.terms.map(_.name),
      Seq("start of tasks", "read from HDFS", "deserialise", "count records", "serialise", "sort and merge")
    )
    val table = Predicted.table(Seq(found))
    assert(table.contains("hadoop, map") && table.contains("start of tasks s"), table)
    assertEquals(Predicted.headline("model.error.map", Seq(found), "hadoop").map(_.value), Some(math.abs(found.error)))
  }

  test("of jobs on somebody else's cluster nothing is predicted, and a sentence says why") {
    val found = predicted(rows).toSeq
    assertEquals(Predicted.details(found, foreign = false), Seq(Predicted.table(found)))
    assertEquals(Predicted.details(Nil, foreign = false), Nil)
    assertEquals(Predicted.details(Nil, foreign = true), Seq(Predicted.elsewhere))
    assertEquals(
      predicted(rows.updated(0, row("hadoop", "mapSeconds" -> 20))),
      None
    ) // How busy cores were is known of this machine alone.
  }

  test("nothing is predicted of a job that failed, or of which a step was not measured") {
    rows.indices.foreach(left => assertEquals(predicted(rows.patch(left, Nil, 1)), None))
    assertEquals(predicted(rows.updated(0, rows.head.copy(failed = Some("out of memory")))), None)
    val lacking = rows.updated(
      2,
      row("hadoop, terms of map", "hdfsRead" -> 100, "deserialize" -> 200, "trackInput" -> 400, "serialize" -> 200)
    )
    assert(intercept[IllegalArgumentException](predicted(lacking)).getMessage.startsWith("sort and merge: NaN MB/s"))
  }
}
