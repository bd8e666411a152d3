package okibi.spark.index

import org.apache.spark.{Dependency, NarrowDependency, Partition, TaskContext}
import org.apache.spark.rdd.RDD

import scala.reflect.ClassTag

/** The partitions of an indexed RDD that may hold one of the keys asked for. The index is asked when the partitions are
  * first needed, on the thread that starts a job, so that filters count which arrived after this RDD was made.
  *
  * @param probe None if every partition may match
  * @param only  the only partition that matters, if the partitioner knows it
  */
private[index] final class PrunedRDD[T: ClassTag](
    @transient private val indexed: IndexedRDD[T, _],
    probe: Option[KeyProbe],
    only: Option[Int]
) extends RDD[T](indexed.sparkContext, Nil) {

  override protected def getPartitions: Array[Partition] = {
    val answer = probe.flatMap(indexed.ask)
    indexed.partitions.iterator
      .filter(partition => only.forall(_ == partition.index) && answer.forall(_.kept.get(partition.index)))
      .zipWithIndex
      .map { case (partition, index) =>
        new PrunedPartition(index, partition, answer.exists(_.tested.get(partition.index)))
      }
      .toArray
  }

  override protected def getDependencies: Seq[Dependency[_]] = Seq(new NarrowDependency[T](indexed) {
    override def getParents(partitionId: Int): Seq[Int] =
      Seq(PrunedRDD.this.partitions(partitionId).asInstanceOf[PrunedPartition].parent.index)
  })

  /** A partition for which the driver had no filter may still be ruled out on the executor that caches it, without
    * reading its block.
    */
  override def compute(split: Partition, context: TaskContext): Iterator[T] = {
    val pruned = split.asInstanceOf[PrunedPartition]
    val parent = firstParent[T]
    if (!pruned.tested && probe.exists(parent.asInstanceOf[IndexedRDD[T, _]].ruledOutHere(pruned.parent.index, _)))
      Iterator.empty
    else parent.iterator(pruned.parent, context)
  }
}

/** @param tested whether the driver has asked the partition's filter */
private[index] final class PrunedPartition(override val index: Int, val parent: Partition, val tested: Boolean)
    extends Partition
