package okibi.spark.sql.plan

import scala.reflect.ClassTag
import scala.util.Try
import scala.util.control.NonFatal

import org.apache.spark.{NarrowDependency, Partition, TaskContext}
import org.apache.spark.rdd.RDD

/** Some partitions of an RDD, several in one task.
  *
  * @param groups partitions of the parent that each task reads one after another; a task of none is empty
  * @param read   what wraps the reading of one partition of the parent
  * @param asked  called when partitions are first asked for, which is when a job is about to run
  */
private[plan] final class GroupedRDD[T: ClassTag](
    parent: RDD[T],
    @transient private val groups: Array[Array[Int]],
    read: Option[(Int, Iterator[T]) => Iterator[T]],
    @transient private val asked: () => Unit
) extends RDD[T](parent.context, Seq(new GroupDependency(parent, groups))) {

  override protected def getPartitions: Array[Partition] = {
    asked()
    val all = firstParent[T].partitions
    Array.tabulate[Partition](groups.length)(i => new GroupPartition(i, groups(i).map(all(_))))
  }

  override def compute(split: Partition, context: TaskContext): Iterator[T] = {
    val parts = split.asInstanceOf[GroupPartition].parts
    if (parts.length == 1) one(parts(0), context) else parts.indices.iterator.flatMap(at => watched(parts, at, context))
  }

  /** Where one partition cannot be read, those after it are looked at before the task fails: damaged blocks are removed as they are read, and each would
    * use up an attempt of the task by itself.
    */
  private def watched(parts: Array[Partition], at: Int, context: TaskContext): Iterator[T] = {
    def orLook[A](reading: => A): A =
      try reading
      catch {
        case NonFatal(e) if !context.isInterrupted() =>
          parts.drop(at + 1).foreach(part => Try(firstParent[T].iterator(part, context).foreach(_ => ())))
          throw e
      }
    val rows = orLook(one(parts(at), context))
    new Iterator[T] {
      override def hasNext: Boolean = orLook(rows.hasNext)
      override def next(): T = orLook(rows.next())
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

/** Only the driver asks for parents, so that tasks do not carry the groups of others. */
private[plan] final class GroupDependency[T](parent: RDD[T], @transient private val groups: Array[Array[Int]])
    extends NarrowDependency[T](parent) {
  override def getParents(partition: Int): Seq[Int] = groups(partition).toSeq
}
