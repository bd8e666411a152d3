package okibi.bench.experiment.terasort

import org.junit.experimental.categories.Category

@Category(Array(classOf[Process]))
class YarnSuite extends TeraSortRuns {
  folder.test("on YARN both collectors and Spark sort the same records, and both phases are predicted") { folder =>
    val (outcome, _, text) = run(folder, Seq(TeraSortBenchmark.sorting))
    assertHeadlines(outcome, "terasort.ratio", "terasort.vs_spark", "model.error.map", "model.error.reduce")
    assert(text.contains("start of tasks s") && text.contains("merge s"), text)
    assertEquals(folder.resolve("out").toFile.list().filter(_.startsWith("work-")).toSeq, Nil)
  }
}
