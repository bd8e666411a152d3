package okibi.explain.facts

import scala.collection.mutable

import okibi.explain.event.{BlockStatus, Rdd, Stage, Task}

/** Follows the blocks of persisted RDDs through a log, in memory that grows with their number. Not thread-safe.
  *
  * A task is assumed to read the partition of its own index, from each persisted RDD of its stage of which no other
  * persisted RDD is computed there: Spark does not ask for the ancestors of an RDD that is stored.
  */
private[facts] final class CacheBuilder {
  private val rdds = mutable.LinkedHashMap.empty[Int, TrackedRdd]
  private val readByStage = mutable.HashMap.empty[(Int, Int), Seq[TrackedRdd]]
  private val owners = mutable.HashMap.empty[String, BlockOwner]
  private var hasUpdates = false
  private var isCut = false

  /** Of all persisted RDDs. */
  val accesses = new CacheAccesses

  def begin(stage: Stage): Unit = {
    val persisted = stage.rdds.filter(_.level.isDefined)
    if (persisted.nonEmpty) {
      val ancestors = CacheBuilder.ancestors(persisted, stage.rdds)
      val asked = persisted.filterNot(rdd => ancestors(rdd.id)).filter(follows)
      // Ancestors are read too as long as not all descendants are stored.
      val used = if (asked.exists(rdd => rdds.get(rdd.id).forall(!_.isWhole))) persisted else asked
      asked.foreach(rdd => rdds.getOrElseUpdate(rdd.id, new TrackedRdd(rdd)).rdd = rdd)
      used.foreach(rdd => rdds.get(rdd.id).foreach(_.usedBy(stage.id)))
      // Where a job needs a few partitions only, or several in one task, indexes of tasks are not those of partitions.
      readByStage((stage.id, stage.attempt)) = asked.filter(_.partitions == stage.tasks).map(rdd => rdds(rdd.id))
    }
  }

  /** Whether an RDD is followed already, or there is room for it. */
  private def follows(rdd: Rdd): Boolean = {
    val isFollowed = rdds.contains(rdd.id) || rdds.size < CacheBuilder.mostRdds
    if (!isFollowed) isCut = true
    isFollowed
  }

  def end(stage: Stage): Unit = {
    readByStage.remove((stage.id, stage.attempt))
    ()
  }

  /** Whether the update evicts a block from memory. */
  def update(block: BlockStatus, executor: String): Boolean = {
    hasUpdates = true
    val isEviction =
      for ((rdd, partition) <- CacheBuilder.rddAndPartition(block.name); tracked <- rdds.get(rdd))
        yield tracked.update(partition, block, owners.getOrElseUpdate(executor, new BlockOwner))
    isEviction.getOrElse(false)
  }

  /** An executor's blocks are lost with it; Spark logs no updates of them. */
  def executorRemoved(executor: String): Unit = owners.remove(executor).foreach(_.isLost = true)

  /** Drops the reads of a stage attempt that is not kept. */
  def forget(stage: Int, attempt: Int): Unit = rdds.values.foreach(_.reads.remove((stage, attempt)))

  /** Drops an RDD that has no blocks and that no stage from `oldestStage` on has used; whether it is dropped. */
  def forgetUnused(rdd: Int, oldestStage: Int): Boolean = {
    val isUnused = rdds.get(rdd).forall(tracked => tracked.lastStage < oldestStage && tracked.isEmpty)
    if (isUnused) rdds.remove(rdd)
    isUnused
  }

  def unpersist(rdd: Int): Unit = rdds.get(rdd).foreach { tracked =>
    tracked.unpersist()
    accesses.unpersist(rdd)
  }

  def add(task: Task): Unit =
    if (task.succeeded)
      readByStage
        .get((task.stage, task.stageAttempt))
        .foreach(_.foreach { tracked =>
          tracked.add(task)
          accesses.read(tracked.rdd.id, task.index)
        })

  /** Empty when the log has no block updates. */
  def facts: Seq[CacheFacts] = {
    val mapped = rddsWithMaps
    if (hasUpdates) rdds.values.map(tracked => tracked.facts(mapped(tracked.rdd.id))).toSeq else Nil
  }

  /** What exceeded the room for it and was dropped. */
  def leftOut: Seq[String] = {
    val unmapped = if (hasUpdates) rdds.size - rddsWithMaps.size else 0
    (if (isCut) Seq(s"all cached RDDs beyond the first ${CacheBuilder.mostRdds}") else Nil) ++
      (if (unmapped > 0)
         Seq(
           s"the map of $unmapped cached RDDs: the RDDs have more than ${CacheMap.mostPartitions} partitions together"
         )
       else Nil)
  }

  /** The RDDs whose maps together have room; those with most evictions come first, because people look at them. */
  private def rddsWithMaps: Set[Int] = rdds.values.toSeq
    .sortBy(-_.evictionCount)
    .foldLeft((Set.empty[Int], 0L)) { case ((chosen, partitions), tracked) =>
      val total = partitions + tracked.rdd.partitions
      if (total <= CacheMap.mostPartitions) (chosen + tracked.rdd.id, total) else (chosen, partitions)
    }
    ._1
}

private object CacheBuilder {

  /** A persisted RDD takes a few hundred bytes here, and no more of a log. */
  val mostRdds: Int = 1 << 16

  /** Of a name like rdd_12_345. Each block of a large application comes this way, so that no pattern is matched. */
  private def rddAndPartition(block: String): Option[(Int, Int)] = {
    val split = block.indexOf('_', namePrefix.length)
    if (!block.startsWith(namePrefix) || split < 0) None
    else {
      val (rdd, partition) = (number(block, namePrefix.length, split), number(block, split + 1, block.length))
      if (rdd < 0 || partition < 0) None else Some((rdd, partition))
    }
  }

  private val namePrefix = "rdd_"

  /** The number of one to nine digits; -1 if it is none. */
  private def number(text: String, from: Int, until: Int): Int = {
    var (value, at) = (0, from)
    while (at < until && value >= 0) {
      val digit = text.charAt(at) - '0'
      value = if (digit < 0 || digit > 9 || at - from >= 9) -1 else value * 10 + digit
      at += 1
    }
    if (from >= until) -1 else value
  }

  /** The RDDs among `all` that some of `descendants` are computed from. */
  private def ancestors(descendants: Seq[Rdd], all: Seq[Rdd]): Set[Int] = {
    val parents = all.map(rdd => rdd.id -> rdd.parents).toMap
    @annotation.tailrec
    def go(open: List[Int], found: Set[Int]): Set[Int] = open match {
      case Nil => found
      case first :: others =>
        if (found(first)) go(others, found) else go(parents.getOrElse(first, Nil).toList ::: others, found + first)
    }
    go(descendants.flatMap(_.parents).toList, Set.empty)
  }
}
