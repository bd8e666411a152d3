package okibi.bench.job

import java.math.{MathContext, RoundingMode}
import java.util.SplittableRandom

import org.apache.spark.SparkContext
import org.apache.spark.mllib.clustering.{KMeans, KMeansModel}
import org.apache.spark.mllib.linalg.{Vector, Vectors}
import org.apache.spark.storage.StorageLevel

/** DenseKMeans of Zhang et al. (xSIG 2017): MLlib clusters cached dense vectors around ten centres, a full scan of the
  * cache each iteration.
  *
  * Arguments: vectors, partitions, iterations, seed; the storage level is that of the variant's [[KMeansJob.levelKey]].
  */
object KMeansJob extends SparkJob("kmeans") {
  private val dimensions = 20
  private val centres = 10

  /** Bytes of a vector in memory: array of 176, DenseVector of 16 and a reference of 4. */
  val vectorBytes: Long = 16 + 8L * dimensions + 16 + 4

  private var stages: Option[StageClock] = None

  /** Which storage level the variant caches with; not part of the work, so not an argument. */
  val levelKey = "bench.level"

  override def run(sc: SparkContext, request: JobRequest, watch: Stopwatch): ujson.Value = {
    stages = Some(StageClock.start(sc))
    val level = StorageLevel.fromString(sc.getConf.get(levelKey, "MEMORY_AND_DISK"))
    val partitions = request.int("partitions")
    val each = (request.long("vectors") / partitions).toInt
    val seed = request.long("seed")
    val data = sc.parallelize(0 until partitions, partitions).flatMap(p => points(each, seed + p)).persist(level)
    val count = watch.time("cache")(data.count())
    val model = watch.time("train") {
      // Random points of the data, as initialisation mode `random` takes, without its two scans to sample them.
      val start = new KMeansModel(points(centres, seed).toArray)
      new KMeans().setK(centres).setMaxIterations(request.int("iterations")).setEpsilon(0).setInitialModel(start).run(data)
    }
    val cost = new java.math.BigDecimal(model.trainingCost).round(new MathContext(6, RoundingMode.HALF_EVEN))
    ujson.Obj("vectors" -> count.toDouble, "centres" -> model.k, "cost" -> cost.doubleValue)
  }

  override def metrics(sc: SparkContext): Map[String, Double] = stages.map(_.metrics).getOrElse(Map.empty)

  /** Ten clouds: every coordinate of a point is that of its centre plus noise in [0, 1). */
  private def points(count: Int, seed: Long): Iterator[Vector] = {
    val random = new SplittableRandom(seed)
    Iterator.fill(count) {
      val centre = random.nextInt(centres) * 10.0
      Vectors.dense(Array.fill(dimensions)(centre + random.nextDouble()))
    }
  }
}
