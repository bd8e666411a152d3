package okibi.spark.sql.plan

import scala.collection.mutable.{ArrayBuffer, LinkedHashMap}

/** Which partitions one task reads. */
private[plan] object Grouping {

  /** What opening one more partition costs a task, in bytes that it could have read instead. */
  private val openBytes = 32L << 10

  /** Tasks for each core that are left at least, so that cores end together although tasks differ. */
  private val tasksPerCore = 3

  /** Groups of partitions, each in ascending order, which together are `kept`.
    *
    * @param kept        partitions to read, ascending
    * @param bytes       size of a partition
    * @param place       where a partition is best read, if it matters; a group is of one place
    * @param inOrder     groups must follow each other as their partitions do
    * @param targetBytes a group of several partitions holds no more
    * @param cores       tasks that run at the same time
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
    val open = LinkedHashMap.empty[Option[String], Open]
    kept.foreach { partition =>
      val where = place(partition)
      if (inOrder && !open.contains(where)) close(open, groups)
      val group = open.getOrElseUpdate(where, new Open)
      if (group.bytes > 0 && group.bytes + weight(partition) > target) groups += group.take()
      group.add(partition, weight(partition))
    }
    close(open, groups)
    groups.toArray
  }

  private def close(open: LinkedHashMap[Option[String], Open], groups: ArrayBuffer[Array[Int]]): Unit = {
    open.values.foreach(groups += _.take())
    open.clear()
  }

  /** A group that may still grow. */
  private final class Open {
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
