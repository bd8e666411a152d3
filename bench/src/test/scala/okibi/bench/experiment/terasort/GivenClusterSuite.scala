package okibi.bench.experiment.terasort

import okibi.bench.benchmark.BenchScale
import okibi.bench.cluster.{HadoopClassPath, HadoopSite, MapReducePlace}
import okibi.bench.runner.{RunContext, RunScope}

class GivenClusterSuite extends TeraSortRuns {
  folder.test("a cluster that somebody else runs takes the jobs, and the jars with them") { folder =>
    val scope = new RunScope(folder.resolve("cluster"))
    try {
      val classPath = HadoopClassPath.of(RunContext.root.toAbsolutePath)
      val settled = MapReducePlace.Pseudo.settle(
        scope,
        folder.resolve("logs"),
        classPath,
        tasks = 2,
        TeraSortScale.of(BenchScale.Tiny).taskHeap,
        Nil
      )
      // Its tasks know Hadoop alone.
      val conf = HadoopSite.write(
        folder.resolve("conf"),
        settled.settings.toMap.updated("mapreduce.application.classpath", classPath.hadoop).toSeq
      )
      val (outcome, _, text) = run(folder, Seq(TeraSortBenchmark.wordCount), _.copy(cluster = Some(conf)))
      assertEquals(outcome.headlines.map(_.name), Seq("wordcount.ratio"))
      assert(
        text.contains(s"the cluster of $conf") && text.contains(Predicted.elsewhere) && !text.contains("predicted s"),
        text
      )
    } finally scope.close()
  }
}
