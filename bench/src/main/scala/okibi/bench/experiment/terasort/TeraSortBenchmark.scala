package okibi.bench.experiment.terasort

import okibi.bench.benchmark.{BenchOptions, Benchmark, TextInputs}
import okibi.bench.cluster.{HadoopClassPath, MapReducePlace}
import okibi.bench.runner.{Campaign, RunContext, Variant}

/** TeraSort and two jobs on text, measured on YARN, and predicted from what their primitives cost. */
object TeraSortBenchmark extends Benchmark {
  override val name = "terasort"
  override val about =
    "TeraSort on YARN with Hadoop's collector and with Okibi's, Spark's sort beside them; where its time goes, predicted and measured"
  override val source = "Oikawa and Honjo, figures 4 to 8, 17 and 18"
  override val isPartOfAll = false
  override val hasText = true
  override val hasCluster = true

  val sorting = "terasort"
  val wordCount = "wordcount"
  val logAnalysis = "loganalysis"
  override val parts: Seq[String] = Seq(sorting, wordCount, logAnalysis)

  override def campaign(options: BenchOptions): Campaign = {
    val scale = TeraSortScale.of(options.scale)
    val texts = TextInputs.chosen(options)
    val place = options.cluster
      .map(MapReducePlace.existing)
      .getOrElse(if (options.local) MapReducePlace.Local else MapReducePlace.Pseudo)
    val experiments = Seq(
      sorting -> TeraSortExperiment(place.line, scale, options),
      wordCount -> TextExperiments.wordCount(place.line, scale, texts, options),
      logAnalysis -> TextExperiments.logAnalysis(place.line, scale, texts, options)
    ).collect { case (part, experiment) if options.has(part) => experiment }
    Campaign(
      name = name,
      scale = options.scale.name,
      experiments = experiments,
      context = () => RunContext.here(storageMemory = 0, conf = Nil, options.seed, options.args),
      out = options.out,
      columns = options.columns,
      setUp = (scope, planned) => {
        val classPath = HadoopClassPath.of(RunContext.root.toAbsolutePath)
        val settled = place.settle(
          scope,
          options.out.resolve("logs"),
          classPath,
          tasks = Runtime.getRuntime.availableProcessors,
          scale.taskHeap,
          scale.taskOptions
        )
        planned.map(experiment => experiment.copy(variants = experiment.variants.map(on(settled, scale, _))))
      },
      recordings = options.recordings
    )
  }

  /** Reduce tasks merge where they fetched to. By default they begin to write that to disk when two thirds of its room are taken, and write it all before they
    * reduce. Both are shares of the room for what is fetched, not of the heap.
    */
  private val inMemory: Seq[(String, String)] =
    Seq("mapreduce.reduce.input.buffer.percent" -> "1.0", "mapreduce.reduce.shuffle.merge.percent" -> "1.0")

  /** A variant on the place where jobs run. Spark has a Hadoop of its own. */
  private def on(settled: MapReducePlace.Settled, scale: TeraSortScale, variant: Variant): Variant = {
    val where =
      Seq(HadoopRequest.folderKey -> settled.folder, HadoopRequest.serversKey -> settled.servers.mkString(","))
    val jobs = Seq(
      "mapreduce.job.reduces" -> scale.reduces.toString,
      "mapreduce.job.reduce.slowstart.completedmaps" -> "1.0", // So that phases can be told apart.
      "mapreduce.map.speculative" -> "false",
      "mapreduce.reduce.speculative" -> "false"
    ) ++
      (if (scale.reducesInMemory) inMemory else Nil)
    if (variant.job == SparkSortJob.mainClass)
      variant.copy(conf = variant.conf ++ where :+ ("fs.defaultFS" -> settled.folder))
    else variant.copy(conf = settled.settings ++ jobs ++ where ++ variant.conf, classPath = settled.classPath)
  }
}
