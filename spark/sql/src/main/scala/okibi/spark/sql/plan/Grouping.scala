package okibi.spark.sql.plan

import scala.collection.mutable.{ArrayBuffer, LinkedHashMap}

/** Decides which partitions a task reads. Stateless. */
private[plan] object Grouping {

  /** The cost of opening a partition, in bytes that a task reads in the same time. */
  private val openBytes = 32L << 10

  /** The least number of tasks for each core, so that cores end together although tasks differ. */
  private val tasksPerCore = 3

  /** Groups of partitions, each in ascending order. Together they are `kept`.
    *
    * @param kept        the partitions to read, ascending
    * @param bytes       the size of a partition
    * @param place       where a partition is best read, if anywhere; the partitions of a group have the same place
    * @param inOrder     whether the groups must have the order of their partitions
    * @param targetBytes the largest size of a group of several partitions
    * @param cores       the number of tasks that run at the same time
    */
  def of(
      kept: Array[Int],
      bytes: Int => Long,
      place: Int => Option[String],
      inOrder: Boolean,
      targetBytes: Long,
      cores: Int
  ): Array[Array[Int]] = {
    def weight(partition: Int): Long = bytes(partition) + openBytes
    val total = kept.foldLeft(0L)((sum, partition) => sum + weight(partition))
    val target = math.min(targetBytes, total / (tasksPerCore.toLong * math.max(1, cores)))
    val groups = new ArrayBuffer[Array[Int]]
    val open = LinkedHashMap.empty[Option[String], OpenGroup]
    kept.foreach { partition =>
      val where = place(partition)
      if (inOrder && !open.contains(where)) close(open, groups)
      val group = open.getOrElseUpdate(where, new OpenGroup)
      if (group.bytes > 0 && group.bytes + weight(partition) > target) groups += group.take()
      group.add(partition, weight(partition))
    }
    close(open, groups)
    groups.toArray
  }

  private def close(open: LinkedHashMap[Option[String], OpenGroup], groups: ArrayBuffer[Array[Int]]): Unit = {
    open.values.foreach(groups += _.take())
    open.clear()
  }

  /** A group that may still grow. */
  private final class OpenGroup {
    private val partitions = new ArrayBuffer[Int]
    var bytes = 0L

    def add(partition: Int, weight: Long): Unit = {
      partitions += partition
      bytes += weight
    }

    def take(): Array[Int] = {
      val taken = partitions.toArray
      partitions.clear()
      bytes = 0
      taken
    }
  }
}
