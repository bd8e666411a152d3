package okibi.bench.experiment.terasort

import okibi.bench.benchmark.{BenchOptions, Benchmark, BenchmarkPlan, TextInputs}
import okibi.bench.cluster.{HadoopClassPath, MapReducePlace, TaskSlots}
import okibi.bench.runner.{Checkout, Experiment, Variant}

/** TeraSort and two jobs on text, measured on YARN, and predicted from the costs of their primitives. */
object TeraSortBenchmark extends Benchmark {
  override val name = "terasort"
  override val about =
    "TeraSort on YARN with Hadoop's collector and with Okibi's, and Spark's sort; where the time goes, predicted and " +
      "measured"
  override val source = "Oikawa and Honjo, figures 4 to 8, 17 and 18"
  override val isPartOfAll = false
  override val readsText = true
  override val runsMapReduce = true

  val sorting = "terasort"
  val wordCount = "wordcount"
  val logAnalysis = "loganalysis"

  private val all: Seq[(String, TeraSortPlan => Experiment)] = Seq(
    (sorting, TeraSortExperiment(_)),
    (wordCount, TextExperiments.wordCount(_)),
    (logAnalysis, TextExperiments.logAnalysis(_))
  )
  override val parts: Seq[String] = all.map(_._1)

  override def plan(options: BenchOptions): BenchmarkPlan = {
    val scale = TeraSortScale.of(options.scale)
    val texts = TextInputs.chosen(options.texts)
    val place = options.hadoop.clusterConf match {
      case Some(folder) => MapReducePlace.existing(folder)
      case None => if (options.hadoop.localRunner) MapReducePlace.InOneJvm else MapReducePlace.LocalServers
    }
    val plan = TeraSortPlan(place.line, scale, texts, options)
    BenchmarkPlan(
      experiments = all.collect { case (part, experiment) if options.includes(part) => experiment(plan) },
      storageBytes = 0,
      conf = Nil,
      setUp = (scope, experiments) => {
        val tasks = TaskSlots(Runtime.getRuntime.availableProcessors, scale.taskHeapMb, scale.taskOptions)
        val opened = place.open(scope, options.output.logs, HadoopClassPath.of(Checkout.root), tasks)
        experiments.map(experiment => experiment.copy(variants = experiment.variants.map(onPlace(opened, scale, _))))
      }
    )
  }

  /** Makes reduce tasks merge in memory. By default they begin to write fetched data to disk when two thirds of their
    * room are taken, and write all of it before they reduce. Both settings are shares of the room for fetched data, not
    * of the heap.
    */
  private val mergeInMemory: Seq[(String, String)] =
    Seq("mapreduce.reduce.input.buffer.percent" -> "1.0", "mapreduce.reduce.shuffle.merge.percent" -> "1.0")

  /** A variant that runs on the place of the jobs. Spark has a Hadoop of its own. */
  private def onPlace(place: MapReducePlace.Opened, scale: TeraSortScale, variant: Variant): Variant = {
    val where =
      Seq(HadoopRequest.folderKey -> place.folder, HadoopRequest.serversKey -> place.dataNodes.mkString(","))
    val jobs = Seq(
      "mapreduce.job.reduces" -> scale.reduces.toString,
      "mapreduce.job.reduce.slowstart.completedmaps" -> "1.0", // Keeps the phases apart.
      "mapreduce.map.speculative" -> "false",
      "mapreduce.reduce.speculative" -> "false"
    ) ++
      (if (scale.reducesInMemory) mergeInMemory else Nil)
    if (variant.job == SparkSortJob.mainClass)
      variant.copy(conf = variant.conf ++ where :+ ("fs.defaultFS" -> place.folder))
    else variant.copy(conf = place.settings ++ jobs ++ where ++ variant.conf, classPath = place.classPath)
  }
}
