package okibi.spark.internal

import scala.reflect.ClassTag

import okibi.core.advice.{ClusterCapacity, LevelAdvice, LevelSample, SampledCosts}

import org.apache.spark.{SparkContext, TaskContext}
import org.apache.spark.rdd.RDD

/** Measures some partitions of an RDD on the executors that would cache them, to choose a storage level. */
private[spark] object LevelSampler {
  private val partitionsSampled = 4

  /** @throws IllegalStateException when the plugin is not active, because there is nothing to measure with */
  def advise[T](rdd: RDD[T], reads: Int): LevelAdvice = {
    if (Runtimes.current.isEmpty && rdd.sparkContext.isLocal)
      throw new IllegalStateException(
        "Okibi.adviseLevel: Okibi is not active in this application. Set spark.plugins=okibi.spark.OkibiPlugin. " +
          "If it is set, the log says why Okibi stepped aside."
      )
    val partitions = rdd.getNumPartitions
    if (partitions == 0) LevelAdvice.empty
    else {
      val context = rdd.sparkContext
      val chosen = spread(partitions)
      val measure = (_: TaskContext, records: Iterator[T]) => PartitionSample.measure(records).encode
      val samples =
        context.runJob(rdd, measure, chosen)(ClassTag(classOf[Array[Byte]])).toSeq.map(PartitionSample.decode)
      LevelAdvice.of(total(samples, partitions, reads, context))
    }
  }

  /** Partitions at equal distances, each in the middle of its stretch. */
  private def spread(partitions: Int): Seq[Int] = {
    val count = math.min(partitionsSampled, partitions)
    (0 until count).map(i => ((i + 0.5) * partitions / count).toInt)
  }

  /** The first task pays for loading and compiling classes, so times are medians and not sums. */
  private def total(samples: Seq[PartitionSample], partitions: Int, reads: Int, context: SparkContext): LevelSample = {
    def typical(cost: PartitionSample => Double): Double = samples.map(cost).sorted.apply((samples.size - 1) / 2)
    val executors = math.max(1, context.getExecutorMemoryStatus.size - (if (context.isLocal) 0 else 1))
    LevelSample(
      sampled = samples.size,
      partitions = partitions,
      costs = SampledCosts(
        computeNs = (typical(_.computeNs) * samples.size).toLong,
        serializeNs = (typical(_.serializeNs) * samples.size).toLong,
        deserializeNs = (typical(_.deserializeNs) * samples.size).toLong,
        memoryBytes = samples.map(_.memoryBytes).sum.toLong,
        serializedBytes = samples.map(_.serializedBytes).sum.toLong
      ),
      expectedReads = math.max(1, reads).toDouble,
      cluster = ClusterCapacity(
        storageBytes = samples.map(_.storageBytes).max * executors,
        diskReadNsPerByte = typical(_.diskReadNsPerByte),
        diskWriteNsPerByte = typical(_.diskWriteNsPerByte),
        cores = math.max(1, context.defaultParallelism)
      )
    )
  }
}
