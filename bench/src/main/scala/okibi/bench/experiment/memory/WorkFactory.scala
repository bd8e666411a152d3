package okibi.bench.experiment.memory

import okibi.bench.benchmark.{BenchOptions, CachedQueries}
import okibi.bench.machine.device.DeviceLimits
import okibi.bench.query.tpch.{Tpch, TpchJob}
import okibi.bench.workload.{FilterJob, KMeansJob, NaiveBayesJob, WorkloadJob, Workloads}

/** Makes work of the sizes of a scale. The parameters of each method are the fields of [[LimitedWork]]. */
private[memory] final class WorkFactory(options: BenchOptions, scale: MemoryScale) {
  private val seed = "seed" -> ujson.Num(options.seed.toDouble)

  def kmeans(times: Double, disk: Option[DeviceLimits] = None): LimitedWork = {
    val vectors = scale.bytes(times) / KMeansJob.vectorBytes
    LimitedWork(
      times,
      s"k-means of $vectors dense vectors of 20, ${scale.rounds} iterations",
      KMeansJob.mainClass,
      KMeansJob.args(vectors, scale.partitions, scale.rounds, options.seed),
      disk = disk
    )
  }

  /** Naive Bayes scans the documents three times: to count, to train and to test. */
  def sparse(times: Double): LimitedWork = {
    val documents = scale.bytes(times) / WorkFactory.documentBytes
    LimitedWork(
      times,
      s"naive Bayes of $documents documents of 100 words, as sparse vectors",
      NaiveBayesJob.mainClass,
      ujson.Obj(
        "documents" -> documents.toDouble,
        "words" -> 100,
        "vocabulary" -> 5000,
        "classes" -> 10,
        "partitions" -> scale.partitions,
        seed
      )
    )
  }

  def filter(times: Double): LimitedWork = {
    val work = FilterJob.seeded(scale.bytes(times), scale.partitions, scale.rounds, options.seed)
    LimitedWork(
      times,
      f"filter test without an index: ${work("bytes").num / 1e6}%.0f MB of seeded text, cached as lines and as words, " +
        s"${scale.rounds} rounds of ten filters and a count",
      FilterJob.mainClass,
      work
    )
  }

  def pageRank(times: Double): LimitedWork = {
    val unit = scale.bytes(times) / 100e6
    LimitedWork(
      times,
      f"GraphX's page rank, four iterations, ${unit * 100}%.0f MB of graphs and ranks",
      WorkloadJob.mainClass,
      ujson.Obj("workload" -> Workloads.pageRank, "unit" -> unit, "partitions" -> scale.partitions, seed)
    )
  }

  def mixed(times: Double): LimitedWork = {
    val half = scale.bytes(times) / 2
    val (rows, vectors) = (half / MixedJob.rowBytes, half / MixedJob.vectorBytes)
    LimitedWork(
      times,
      s"a table of $rows rows and an RDD of $vectors vectors, ${scale.rounds} rounds of an aggregation, a sum by key " +
        "and a join of the two",
      MixedJob.mainClass,
      ujson.Obj(
        "rows" -> rows.toDouble,
        "vectors" -> vectors.toDouble,
        "partitions" -> scale.partitions,
        "rounds" -> scale.rounds,
        seed
      ),
      CachedQueries.sparkConf
    )
  }

  def tpch(times: Double): LimitedWork = {
    val queries = Tpch.chosen(options.selection.queries)
    LimitedWork(
      times,
      s"${queries.size} queries of TPC-H, scale factor ${scale.scaleFactor}, ${WorkFactory.passes} runs each, all " +
        "tables cached",
      TpchJob.mainClass,
      CachedQueries.work(Tpch, queries, options, scale.scaleFactor, WorkFactory.passes),
      CachedQueries.sparkConf
    )
  }
}

private[memory] object WorkFactory {

  /** Runs of each query. */
  private val passes = 2

  /** Bytes in memory of a document of 100 words, of which 66 or so differ: 12 a word, and the objects around them. */
  private val documentBytes = 66 * 12 + 16 + 16 + 32 + 24 + 4
}
