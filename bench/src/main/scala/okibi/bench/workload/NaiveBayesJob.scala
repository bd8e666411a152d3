package okibi.bench.workload

import okibi.bench.data.text.ZipfText
import okibi.bench.protocol.{JobRequest, Stopwatch}

import org.apache.spark.SparkContext
import org.apache.spark.mllib.classification.NaiveBayes

/** SparseNaiveBayes of Zhang et al. (xSIG 2017): cached documents as sparse vectors, four in five for training, the
  * others for testing.
  *
  * Arguments: documents, words (of a document), vocabulary, classes, partitions, seed. The storage level is that of the
  * variant's [[SparkJob.levelKey]].
  */
object NaiveBayesJob extends SparkJob("bayes") {
  private var stages: Option[StageClock] = None

  override def run(sc: SparkContext, request: JobRequest, watch: Stopwatch): ujson.Value = {
    val level = SparkJob.level(sc)
    val partitions = request.int("partitions")
    val each = request.int("documents") / partitions
    val words = request.int("words")
    val seed = request.long("seed")
    val text = new ZipfText(request.int("vocabulary"), request.int("classes"))
    val data =
      sc.parallelize(0 until partitions, partitions).flatMap(p => text.documents(each, words, seed + p)).persist(level)
    stages = Some(StageClock.start(sc))
    val count = watch.time("cache")(data.count())
    val Array(training, test) = data.randomSplit(Array(0.8, 0.2), seed)
    val model = watch.time("train")(NaiveBayes.train(training))
    val correct = watch.time("test")(test.filter(point => model.predict(point.features) == point.label).count())
    ujson.Obj("documents" -> count.toDouble, "right" -> correct.toDouble)
  }

  override def metrics(sc: SparkContext): Map[String, Double] = stages.map(_.metrics).getOrElse(Map.empty)
}
