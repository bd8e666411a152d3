package okibi.spark.sql.plan

import scala.reflect.ClassTag
import scala.util.Try
import scala.util.control.NonFatal

import org.apache.spark.{NarrowDependency, Partition, TaskContext}
import org.apache.spark.rdd.RDD

/** Some partitions of an RDD, several in one task.
  *
  * @param groups         the partitions of the parent that each task reads in turn. A task without partitions is empty;
  *                       if there is one, there is one task for each partition of the parent
  * @param read           wraps the iterator of a partition of the parent, whose number it is given
  * @param beforeFirstJob runs when Spark first asks for the partitions, which is when a job is about to run
  */
private[plan] final class GroupedRDD[T: ClassTag](
    parent: RDD[T],
    @transient private val groups: Array[Array[Int]],
    read: Option[(Int, Iterator[T]) => Iterator[T]],
    @transient private val beforeFirstJob: () => Unit
) extends RDD[T](parent.context, Seq(new GroupDependency(parent, groups))) {

  override protected def getPartitions: Array[Partition] = {
    beforeFirstJob()
    val all = firstParent[T].partitions
    Array.tabulate[Partition](groups.length)(i => new GroupPartition(i, groups(i).map(all(_))))
  }

  override def compute(split: Partition, context: TaskContext): Iterator[T] = {
    val parts = split.asInstanceOf[GroupPartition].parts
    if (parts.length == 1) one(parts(0), context) else parts.indices.iterator.flatMap(at => watched(parts, at, context))
  }

  /** If a partition cannot be read, reads the partitions after it before the task fails. Reading removes damaged
    * blocks; otherwise each damaged block would cost one attempt of the task.
    */
  private def watched(parts: Array[Partition], at: Int, context: TaskContext): Iterator[T] = {
    def orReadRest[A](read: => A): A =
      try read
      catch {
        case NonFatal(e) if !context.isInterrupted() =>
          parts.drop(at + 1).foreach(part => Try(firstParent[T].iterator(part, context).foreach(_ => ())))
          throw e
      }
    val rows = orReadRest(one(parts(at), context))
    new Iterator[T] {
      override def hasNext: Boolean = orReadRest(rows.hasNext)
      override def next(): T = orReadRest(rows.next())
    }
  }

  private def one(part: Partition, context: TaskContext): Iterator[T] = {
    val rows = firstParent[T].iterator(part, context)
    read match {
      case None => rows
      case Some(wrap) => wrap(part.index, rows)
    }
  }
}

private[plan] final class GroupPartition(override val index: Int, val parts: Array[Partition]) extends Partition

/** Only the driver asks for the parents of a partition, so tasks do not receive the groups of other tasks.
  *
  * An empty task is where the partition with the number of the task is, although it does not read the partition:
  * coalesce packs tasks by their places, and those above it may see which rows share a task.
  */
private[plan] final class GroupDependency[T](parent: RDD[T], @transient private val groups: Array[Array[Int]])
    extends NarrowDependency[T](parent) {
  override def getParents(partition: Int): Seq[Int] = {
    val group = groups(partition)
    if (group.isEmpty) Seq(partition) else group.toSeq
  }
}
