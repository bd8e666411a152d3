package okibi.bench.experiment.terasort

import org.junit.experimental.categories.Category

import okibi.bench.benchmark.{BenchHadoop, BenchScale}
import okibi.bench.cluster.{HadoopClassPath, HadoopSite, MapReducePlace, TaskSlots}
import okibi.bench.runner.{Checkout, RunScope}

@Category(Array(classOf[Process]))
class GivenClusterSuite extends TeraSortRuns {
  folder.test("an existing cluster takes the jobs with their jars") { folder =>
    val scope = new RunScope(folder.resolve("cluster"))
    try {
      val classPath = HadoopClassPath.of(Checkout.root)
      val opened = MapReducePlace.LocalServers.open(
        scope,
        folder.resolve("logs"),
        classPath,
        TaskSlots(count = 2, TeraSortScale.of(BenchScale.Tiny).taskHeapMb)
      )
      // Its tasks have only Hadoop on their class path.
      val conf = HadoopSite.write(
        folder.resolve("conf"),
        opened.settings.toMap.updated("mapreduce.application.classpath", classPath.hadoop).toSeq
      )
      val (outcome, _, text) =
        run(folder, Seq(TeraSortBenchmark.wordCount), _.copy(hadoop = BenchHadoop(clusterConf = Some(conf))))
      assertEquals(outcome.headlines.map(_.name), Seq("wordcount.ratio"))
      assert(
        text.contains(s"the cluster of $conf") && text.contains(PredictedPhase.onClusterNote) && !text.contains(
          "predicted s"
        ),
        text
      )
    } finally scope.close()
  }
}
