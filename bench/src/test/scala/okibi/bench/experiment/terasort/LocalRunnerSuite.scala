package okibi.bench.experiment.terasort

import org.junit.experimental.categories.Category

import okibi.bench.benchmark.BenchHadoop

@Category(Array(classOf[Process]))
class LocalRunnerSuite extends TeraSortRuns {
  folder.test("the local job runner sorts, counts words and analyses a log without YARN") { folder =>
    val (outcome, result, text) = run(folder, TeraSortBenchmark.parts, _.copy(hadoop = BenchHadoop(localRunner = true)))
    assertHeadlines(outcome, "terasort.ratio", "model.error.wordcount", "loganalysis.ratio")
    val answers = result("rows").arr
      .filter(row => row("param")("experiment").str == "wordcount" && row("param")("timed").bool)
      .map(_("answer"))
    assert(
      answers.size == 2 && answers.forall(answer => answer("words").num > 100000 && answer("different").num > 1000),
      answers
    )
    assert(text.contains("the local job runner"), text)
  }
}
