package okibi.bench.workload

import okibi.bench.protocol.{JobRequest, Stopwatch}

import java.util.SplittableRandom

import org.apache.spark.SparkContext
import org.apache.spark.mllib.clustering.{KMeans, KMeansModel}
import org.apache.spark.mllib.linalg.{Vector, Vectors}

/** DenseKMeans of Zhang et al. (xSIG 2017): MLlib clusters cached dense vectors around ten centres and scans the whole
  * cache in each iteration.
  *
  * Arguments: vectors, partitions, iterations, seed. The storage level is that of the variant's [[SparkJob.levelKey]].
  */
object KMeansJob extends SparkJob("kmeans") {
  private val dimensions = 20
  private val centres = 10

  /** Bytes of a vector in memory: 176 for the array, 16 for the DenseVector, 4 for a reference. */
  val vectorBytes: Long = 16 + 8L * dimensions + 16 + 4

  /** The arguments of the job. */
  def args(vectors: Long, partitions: Int, iterations: Int, seed: Long): ujson.Obj = ujson.Obj(
    "vectors" -> vectors.toDouble,
    "partitions" -> partitions,
    "iterations" -> iterations,
    "seed" -> seed.toDouble
  )

  private var stages: Option[StageClock] = None

  override def run(sc: SparkContext, request: JobRequest, watch: Stopwatch): ujson.Value = {
    stages = Some(StageClock.start(sc))
    val partitions = request.int("partitions")
    val each = (request.long("vectors") / partitions).toInt
    val seed = request.long("seed")
    val data =
      sc.parallelize(0 until partitions, partitions).flatMap(p => points(each, seed + p)).persist(SparkJob.level(sc))
    val count = watch.time("cache")(data.count())
    val model = watch.time("train") {
      // Random points of the data, as with initialization mode `random`, but without its two scans to sample them.
      val start = new KMeansModel(points(centres, seed).toArray)
      new KMeans()
        .setK(centres)
        .setMaxIterations(request.int("iterations"))
        .setEpsilon(0)
        .setInitialModel(start)
        .run(data)
    }
    ujson.Obj(
      "vectors" -> count.toDouble,
      "centres" -> model.k,
      "cost" -> SparkJob.rounded(model.trainingCost, digits = 6)
    )
  }

  override def metrics(sc: SparkContext): Map[String, Double] = stages.map(_.metrics).getOrElse(Map.empty)

  /** Ten clouds, as HiBench makes them: each coordinate of a point is that of its centre plus Gaussian noise. */
  private def points(count: Int, seed: Long): Iterator[Vector] = {
    val random = new SplittableRandom(seed)
    Iterator.fill(count) {
      val centre = random.nextInt(centres) * 10.0
      val point = new Array[Double](dimensions)
      var bits = 0L
      var i = 0
      while (i < dimensions) {
        if (i % noisesPerLong == 0) bits = random.nextLong()
        point(i) = centre + noise((bits & (noise.length - 1)).toInt)
        bits >>>= noiseBits
        i += 1
      }
      Vectors.dense(point)
    }
  }

  /** Gaussian noise to draw from. Making the input must cost less than caching it, and making new noise for each point
    * would take longer than everything else about the point.
    */
  private val noiseBits = 12
  private val noisesPerLong = java.lang.Long.SIZE / noiseBits
  private lazy val noise: Array[Double] = {
    val random = new SplittableRandom(1)
    Array.fill(1 << noiseBits)(random.nextGaussian())
  }
}
