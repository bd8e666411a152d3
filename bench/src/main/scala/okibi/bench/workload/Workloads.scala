package okibi.bench.workload

import java.util.SplittableRandom

import org.apache.spark.SparkContext
import org.apache.spark.graphx.{Edge, Graph}
import org.apache.spark.graphx.lib.SVDPlusPlus
import org.apache.spark.mllib.linalg.Matrices
import org.apache.spark.mllib.linalg.distributed.BlockMatrix
import org.apache.spark.rdd.RDD
import org.apache.spark.storage.StorageLevel

/** The jobs with which papers compare cache policies (LRC, LERC, MRD, LCS), in small sizes. Each job caches its RDDs
  * and returns a number that does not depend on the cache, except for the order of additions.
  *
  * @param partitions of every RDD
  * @param unit       amount of data: 1 is about 100 MB deserialized for each job
  * @param level      of the cached RDDs
  */
final class Workloads(
    sc: SparkContext,
    partitions: Int,
    unit: Double,
    seed: Long,
    level: StorageLevel = StorageLevel.MEMORY_AND_DISK
) {

  val all: Seq[(String, () => Double)] = Seq(
    "kmeans" -> (() => kmeans()),
    Workloads.pageRank -> (() => pageRank()),
    "components" -> (() => components()),
    "regression" -> (() => regression()),
    "svdpp" -> (() => svdPlusPlus()),
    "matrix" -> (() => matrixProduct())
  )

  private def scaled(count: Int): Int = math.max(partitions, (count * unit).toInt)

  /** Random elements; `make` gets a random generator and a number of elements for each partition. */
  private def generated[T: scala.reflect.ClassTag](count: Int)(make: (SplittableRandom, Int) => Iterator[T]): RDD[T] = {
    val each = count / partitions
    val start = seed
    sc.parallelize(0 until partitions, partitions).flatMap(p => make(new SplittableRandom(start * 7919 + p), each))
  }

  private def points(count: Int, dimensions: Int): RDD[Array[Double]] =
    generated(count)((random, each) =>
      Iterator.fill(each)(Array.fill(dimensions)(random.nextDouble() + random.nextInt(4)))
    )

  /** Lloyd's iterations, each of which scans the points. */
  private def kmeans(): Double = {
    val data = points(scaled(500000), 20).persist(level)
    var centres = data.takeSample(withReplacement = false, 8, seed)
    for (_ <- 1 to 8) {
      val current = centres
      val sums = data
        .map(point => (Workloads.nearest(point, current), (point, 1L)))
        .reduceByKey((a, b) => (Workloads.plus(a._1, b._1), a._2 + b._2), partitions)
        .collectAsMap()
      centres = centres.indices
        .map(i => sums.get(i).map { case (sum, count) => sum.map(_ / count) }.getOrElse(centres(i)))
        .toArray
    }
    centres.map(_.sum).sum
  }

  /** Gradient descent; each step scans the points. */
  private def regression(): Double = {
    val data = points(scaled(500000), 20).persist(level)
    var weights = new Array[Double](20)
    for (_ <- 1 to 12) {
      val current = weights
      val gradient = data.treeAggregate(new Array[Double](20))(Workloads.addGradient(current), Workloads.plusInPlace)
      weights = weights.indices.map(i => weights(i) - 1e-7 * gradient(i)).toArray
    }
    weights.sum
  }

  /** A graph in which few vertices have most edges. */
  private def edges(count: Int): RDD[Edge[Double]] = {
    val vertices = math.max(10, count / 8)
    generated(count) { (random, each) =>
      Iterator.fill(each)(
        Edge(
          (vertices * math.pow(random.nextDouble(), 3)).toLong,
          random.nextInt(vertices).toLong,
          1.0 + random.nextInt(5)
        )
      )
    }
  }

  private def graph(count: Int): Graph[Double, Double] =
    Graph.fromEdges(edges(count), 1.0, level, level)

  private def pageRank(): Double = graph(scaled(400000)).staticPageRank(4).vertices.map(_._2).sum()

  private def components(): Double = graph(scaled(400000)).connectedComponents(6).vertices.map(_._2.toDouble).sum()

  private def svdPlusPlus(): Double = {
    val conf = new SVDPlusPlus.Conf(
      rank = 4,
      maxIters = 2,
      minVal = 0,
      maxVal = 6,
      gamma1 = 0.007,
      gamma2 = 0.007,
      gamma6 = 0.005,
      gamma7 = 0.015
    )
    // Users and items are different vertices.
    val firstUser = 1L << 32
    // The algorithm caches the ratings.
    val ratings = edges(scaled(60000)).map(edge => Edge(edge.srcId + firstUser, edge.dstId, edge.attr))
    SVDPlusPlus.run(ratings, conf)._2
  }

  /** Multiplies a matrix by itself twice. */
  private def matrixProduct(): Double = {
    val side = 200
    val blocks = math.max(2, math.sqrt(scaled(300) / 2.0).toInt / 2)
    val start = seed
    val cells = for (i <- 0 until blocks; j <- 0 until blocks) yield (i, j)
    val matrix = new BlockMatrix(
      sc.parallelize(cells, partitions).map { case (i, j) =>
        val random = new SplittableRandom(start + i * 1000L + j)
        ((i, j), Matrices.dense(side, side, Array.fill(side * side)(random.nextDouble() - 0.5)))
      },
      side,
      side
    )
    matrix.persist(level)
    val square = matrix.multiply(matrix).persist(level)
    square.multiply(matrix).blocks.map(_._2.toArray.map(math.abs).sum).sum()
  }
}

object Workloads {
  val pageRank = "pagerank"

  /** A job's number as an answer. */
  def answer(number: Double): Double = SparkJob.rounded(number, digits = 5)

  private def nearest(point: Array[Double], centres: Array[Array[Double]]): Int = {
    var best = 0
    var least = Double.MaxValue
    for (c <- centres.indices) {
      var distance = 0.0
      var i = 0
      while (i < point.length) {
        val difference = point(i) - centres(c)(i)
        distance += difference * difference
        i += 1
      }
      if (distance < least) {
        least = distance
        best = c
      }
    }
    best
  }

  private def plus(a: Array[Double], b: Array[Double]): Array[Double] = plusInPlace(a.clone(), b)

  private val plusInPlace: (Array[Double], Array[Double]) => Array[Double] = (a, b) => {
    var i = 0
    while (i < a.length) {
      a(i) += b(i)
      i += 1
    }
    a
  }

  private def addGradient(weights: Array[Double]): (Array[Double], Array[Double]) => Array[Double] = (sum, point) => {
    var dot = 0.0
    var i = 0
    while (i < point.length) {
      dot += weights(i) * point(i)
      i += 1
    }
    val label = if (point(0) > 2) 1.0 else -1.0
    val factor = (1.0 / (1.0 + math.exp(-label * dot)) - 1.0) * label
    i = 0
    while (i < point.length) {
      sum(i) += factor * point(i)
      i += 1
    }
    sum
  }
}
