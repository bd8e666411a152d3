package okibi.bench.experiment.terasort

import okibi.bench.experiment.terasort.model.{MapOutputShape, MapReduceModel}
import okibi.bench.runner.{ResultRow, Variant}

import munit.FunSuite

class PredictedPhaseSuite extends FunSuite {
  private val cores = Runtime.getRuntime.availableProcessors.toDouble

  private def row(name: String, metrics: (String, Double)*): ResultRow =
    ResultRow("e", Variant(name, "job", ujson.Obj(), "1g"), Seq(1.0), metrics.toMap, None, None)

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

  private def predicted(rows: Seq[ResultRow]): Option[PredictedPhase] =
    PredictedPhase.of(rows, "hadoop", "map", 100)((rates, _) => MapReduceModel.teraSortMap(rates, MapOutputShape()))

  test("a phase is predicted from its steps, the start of its tasks and the share of busy cores") {
    val found = predicted(rows).get
    val dataSeconds = 100.0 / 100 + 100.0 / 200 + 100.0 / 400 + 100.0 / 200 + 100.0 / 50
    assertEqualsDouble(found.prediction.seconds, dataSeconds / (cores * 0.5) + 4 * 0.25 / 0.5, 1e-9)
    assertEqualsDouble(found.error, found.prediction.seconds / 20 - 1, 1e-9)
    assertEquals(
      found.prediction.terms.map(_.name),
      Seq("start of tasks", "read from HDFS", "deserialize", "count records", "serialize", "sort and merge")
    )
    val table = PredictedPhase.table(Seq(found))
    assert(table.contains("hadoop, map") && table.contains("start of tasks s"), table)
    assertEquals(
      PredictedPhase.headline("model.error.map", Seq(found), "hadoop").map(_.value),
      Some(math.abs(found.error))
    )
  }

  test("jobs on an existing cluster have no prediction, and a sentence gives the reason") {
    val found = predicted(rows).toSeq
    assertEquals(PredictedPhase.details(found, onCluster = false), Seq(PredictedPhase.table(found)))
    assertEquals(PredictedPhase.details(Nil, onCluster = false), Nil)
    assertEquals(PredictedPhase.details(Nil, onCluster = true), Seq(PredictedPhase.onClusterNote))
    // Only on this machine is the share of busy cores known.
    assertEquals(predicted(rows.updated(0, row("hadoop", "mapSeconds" -> 20))), None)
  }

  test("a failed job, and a job with a step that was not measured, have no prediction") {
    rows.indices.foreach(left => assertEquals(predicted(rows.patch(left, Nil, 1)), None))
    assertEquals(predicted(rows.updated(0, rows.head.copy(failure = Some("out of memory")))), None)
    val lacking = rows.updated(
      2,
      row("hadoop, terms of map", "hdfsRead" -> 100, "deserialize" -> 200, "trackInput" -> 400, "serialize" -> 200)
    )
    assert(intercept[IllegalArgumentException](predicted(lacking)).getMessage.startsWith("sort and merge: NaN MB/s"))
  }
}
