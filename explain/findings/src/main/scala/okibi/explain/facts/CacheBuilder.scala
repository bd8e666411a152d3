package okibi.explain.facts

import scala.collection.mutable

import okibi.explain.event.{Block, Rdd, Stage, Task}

/** Follows the blocks of persisted RDDs through a log, in memory that grows with them. Not thread-safe.
  *
  * A task is taken to read the partition of its own number, of those persisted RDDs of its stage that no other persisted one is made from there: others are not
  * asked for as long as that one is stored.
  */
private[facts] final class CacheBuilder {
  private val rdds = mutable.LinkedHashMap.empty[Int, Followed]
  private val reading = mutable.HashMap.empty[(Int, Int), Seq[Followed]]
  private var logged = false
  private var isCut = false

  /** Of all that is persisted. */
  val accesses = new Accesses

  def begin(stage: Stage): Unit = {
    val persisted = stage.rdds.filter(_.level.isDefined)
    if (persisted.nonEmpty) {
      val below = CacheBuilder.ancestors(persisted, stage.rdds)
      val asked = persisted.filterNot(rdd => below(rdd.id)).filter(follows)
      // What others are made from is asked for as long as not all of those are stored.
      val used = if (asked.exists(rdd => rdds.get(rdd.id).forall(!_.isWhole))) persisted else asked
      asked.foreach(rdd => rdds.getOrElseUpdate(rdd.id, new Followed(rdd)).rdd = rdd)
      used.foreach(rdd => rdds.get(rdd.id).foreach(_.usedBy(stage.id)))
      // Tasks of jobs that want a few partitions, or several in one task, are not those of their number.
      reading((stage.id, stage.attempt)) = asked.filter(_.partitions == stage.tasks).map(rdd => rdds(rdd.id))
    }
  }

  /** Whether it is followed, or there is room to. */
  private def follows(rdd: Rdd): Boolean = {
    val isOne = rdds.contains(rdd.id) || rdds.size < CacheBuilder.mostRdds
    if (!isOne) isCut = true
    isOne
  }

  def end(stage: Stage): Unit = {
    reading.remove((stage.id, stage.attempt))
    ()
  }

  /** Whether a block left memory by it. */
  def update(block: Block, executor: String): Boolean = {
    logged = true
    val left =
      for ((rdd, partition) <- CacheBuilder.numbers(block.name); followed <- rdds.get(rdd))
        yield followed.update(partition, block, executor)
    left.getOrElse(false)
  }

  /** Its blocks are gone with it, of which Spark tells nothing more. */
  def executorRemoved(executor: String): Unit = rdds.values.foreach(_.lost(executor))

  /** Of a stage that nobody asks for any more. */
  def forget(stage: Int, attempt: Int): Unit = rdds.values.foreach(_.reads.remove((stage, attempt)))

  /** Whether nothing is known of an RDD that stages from `oldest` on could want. */
  def forgetUnused(rdd: Int, oldest: Int): Boolean = {
    val unused = rdds.get(rdd).forall(its => its.user < oldest && its.isEmpty)
    if (unused) rdds.remove(rdd)
    unused
  }

  def unpersist(rdd: Int): Unit = rdds.get(rdd).foreach { its =>
    its.forget()
    accesses.unpersist(rdd)
  }

  def add(task: Task): Unit =
    if (task.succeeded)
      reading
        .get((task.stage, task.stageAttempt))
        .foreach(_.foreach { rdd =>
          rdd.add(task)
          accesses.read(rdd.rdd.id, task.index)
        })

  /** Nothing when the log says nothing of blocks. */
  def facts: Seq[CacheFacts] = {
    val its = mapped
    if (logged) rdds.values.map(rdd => rdd.facts(its(rdd.rdd.id))).toSeq else Nil
  }

  /** What there was more of than is kept. */
  def leftOut: Seq[String] = {
    val unmapped = if (logged) rdds.size - mapped.size else 0
    (if (isCut) Seq(s"what became of all cached RDDs but the first ${CacheBuilder.mostRdds}") else Nil) ++
      (if (unmapped > 0)
         Seq(s"the map of $unmapped cached RDDs: together they have more than ${CacheMap.most} partitions")
       else Nil)
  }

  /** Those whose maps together have room, first those that lost most: they are what anybody looks at. */
  private def mapped: Set[Int] = rdds.values.toSeq
    .sortBy(-_.lostBlocks)
    .foldLeft((Set.empty[Int], 0L)) { case ((some, cells), its) =>
      val all = cells + its.rdd.partitions
      if (all <= CacheMap.most) (some + its.rdd.id, all) else (some, cells)
    }
    ._1
}

private object CacheBuilder {

  /** A persisted RDD takes some hundred bytes here, and no more of a log. */
  val mostRdds: Int = 1 << 16

  private val name = "rdd_(\\d{1,9})_(\\d{1,9})".r

  private def numbers(block: String): Option[(Int, Int)] = block match {
    case name(rdd, partition) => Some((rdd.toInt, partition.toInt))
    case _ => None
  }

  /** Of all, those that some of them are made from. */
  private def ancestors(some: Seq[Rdd], all: Seq[Rdd]): Set[Int] = {
    val parents = all.map(its => its.id -> its.parents).toMap
    @annotation.tailrec
    def go(left: List[Int], found: Set[Int]): Set[Int] = left match {
      case Nil => found
      case first :: others =>
        if (found(first)) go(others, found) else go(parents.getOrElse(first, Nil).toList ::: others, found + first)
    }
    go(some.flatMap(_.parents).toList, Set.empty)
  }
}
