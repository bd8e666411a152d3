package okibi.explain.facts

import scala.collection.mutable

import okibi.explain.event.{Block, Rdd, Stage, Task}

/** Follows the blocks of persisted RDDs through a log, in memory that grows with them. Not thread-safe.
  *
  * A task is taken to read the partition of its own number, of those persisted RDDs of its stage that no other persisted one is made from there: others are not
  * asked for as long as that one is stored.
  */
private[facts] final class CacheBuilder {
  private val rdds = mutable.LinkedHashMap.empty[Int, CacheBuilder.Followed]
  private val reading = mutable.HashMap.empty[(Int, Int), Seq[CacheBuilder.Followed]]
  private var logged = false

  /** Of all that is persisted. */
  val accesses = new Accesses

  def begin(stage: Stage): Unit = {
    val persisted = stage.rdds.filter(_.level.isDefined)
    if (persisted.nonEmpty) {
      val below = CacheBuilder.ancestors(persisted, stage.rdds)
      val asked = persisted.filterNot(rdd => below(rdd.id))
      // What others are made from is asked for as long as not all of those are stored.
      val used = if (asked.exists(rdd => rdds.get(rdd.id).forall(!_.isWhole))) persisted else asked
      asked.foreach(rdd => rdds.getOrElseUpdate(rdd.id, new CacheBuilder.Followed(rdd)).rdd = rdd)
      used.foreach(rdd => rdds.get(rdd.id).foreach(_.usedBy(stage.id)))
      // Tasks of jobs that want a few partitions, or several in one task, are not those of their number.
      reading((stage.id, stage.attempt)) = asked.filter(_.partitions == stage.tasks).map(rdd => rdds(rdd.id))
    }
  }

  def end(stage: Stage): Unit = {
    reading.remove((stage.id, stage.attempt))
    ()
  }

  /** Whether a block left memory by it. */
  def update(block: Block, executor: String): Boolean = {
    logged = true
    val left = for ((rdd, partition) <- CacheBuilder.numbers(block.name); followed <- rdds.get(rdd)) yield followed.update(partition, block, executor)
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
    if (task.succeeded) reading.get((task.stage, task.stageAttempt)).foreach(_.foreach { rdd =>
      rdd.add(task)
      accesses.read(rdd.rdd.id, task.index)
    })

  /** Nothing when the log says nothing of blocks. */
  def facts: Seq[CacheFacts] = if (logged) rdds.values.map(_.facts).toSeq else Nil
}

private object CacheBuilder {
  private val name = "rdd_(\\d{1,9})_(\\d{1,9})".r

  private def numbers(block: String): Option[(Int, Int)] = block match {
    case name(rdd, partition) => Some((rdd.toInt, partition.toInt))
    case _ => None
  }

  /** Of all, those that some of them are made from. */
  private def ancestors(some: Seq[Rdd], all: Seq[Rdd]): Set[Int] = {
    val parents = all.map(its => its.id -> its.parents).toMap
    @annotation.tailrec def go(left: List[Int], found: Set[Int]): Set[Int] = left match {
      case Nil => found
      case first :: others => if (found(first)) go(others, found) else go(parents.getOrElse(first, Nil).toList ::: others, found + first)
    }
    go(some.flatMap(_.parents).toList, Set.empty)
  }

  /** Where a block is, since which stage, and how often it came and left. */
  private final class Slot {
    var memory, disk = false
    var storedBy = -1
    var stores, drops = 0

    /** The executor that has it, or had it. */
    var owner = ""
    var bytes = 0L
    def isThere: Boolean = memory || disk
  }

  private final class Followed(var rdd: Rdd) {

    /** The stage that began last of those that use it: what is stored now is stored by it. */
    var user: Int = -1
    private var isUsedAgain = false

    def usedBy(stage: Int): Unit = {
      if (user >= 0 && user != stage) isUsedAgain = true
      user = stage
    }

    /** The stage that used it before all others. */
    private var maker = -1
    private val slots = mutable.LongMap.empty[Slot]
    val reads = mutable.LinkedHashMap.empty[(Int, Int), CacheReads]
    private var making = TaskSum()
    private var (bytes, largest) = (0L, 0L)
    private var (stored, drops, droppedBytes, droppedAgain, storedAgain) = (0, 0L, 0L, 0L, 0L)

    def update(partition: Int, block: Block, executor: String): Boolean = {
      val slot = slots.getOrElseUpdate(partition.toLong, new Slot)
      val isStored = block.level.memory || block.level.disk
      // One of several copies went, and another executor has the block still.
      if (!isStored && slot.isThere && slot.owner != executor) false else change(slot, block, executor)
    }

    private def change(slot: Slot, block: Block, executor: String): Boolean = {
      slot.owner = executor
      if (!slot.isThere && (block.level.memory || block.level.disk)) {
        if (slot.stores == 0) stored += 1 else storedAgain += 1
        slot.stores += 1
        slot.storedBy = user
      }
      // Of a block that leaves memory Spark tells how much that was.
      val leaves = !block.level.memory && block.memoryBytes > 0
      if (leaves) {
        if (slot.drops > 0) droppedAgain += 1
        slot.drops += 1
        drops += 1
        droppedBytes += block.memoryBytes
      }
      slot.memory = block.level.memory
      slot.disk = block.level.disk
      if (slot.isThere) {
        val now = math.max(block.memoryBytes, block.diskBytes)
        bytes += now - slot.bytes
        slot.bytes = now
        largest = math.max(largest, now)
      }
      leaves
    }

    def lost(executor: String): Unit = slots.values.foreach { slot =>
      if (slot.owner == executor) {
        slot.memory = false
        slot.disk = false
      }
    }

    def forget(): Unit = slots.clear()

    /** Whether all of it was stored. */
    def isWhole: Boolean = stored >= rdd.partitions

    def isEmpty: Boolean = slots.isEmpty

    def add(task: Task): Unit = {
      val sum = TaskSum(1, math.max(0, task.finished - task.launched))
      val slot = slots.get(task.index.toLong)
      val wasThere = slot.exists(its => its.isThere && its.storedBy != task.stage)
      if (maker < 0) maker = task.stage
      if (task.stage == maker) making += sum
      else {
        val key = (task.stage, task.stageAttempt)
        val before = reads.getOrElse(key, CacheReads(task.stage, task.stageAttempt, TaskSum(), TaskSum(), TaskSum()))
        reads(key) =
          if (!wasThere) before.copy(nowhere = before.nowhere + sum)
          else if (slot.exists(_.memory)) before.copy(memory = before.memory + sum)
          else before.copy(disk = before.disk + sum)
      }
    }

    def facts: CacheFacts = CacheFacts(rdd, stored, bytes, largest, slots.values.filter(_.memory).map(_.bytes).sum, user, drops, droppedBytes, droppedAgain, storedAgain, map, maker, making, reads.values.toSeq, isUsedAgain)

    private def map: CacheMap = {
      val size = if (rdd.partitions > CacheMap.most) 0 else rdd.partitions
      val places = new Array[Byte](size)
      val drops = new Array[Int](size)
      slots.foreach { case (partition, slot) =>
        if (partition < size) {
          places(partition.toInt) = if (slot.memory) CacheMap.memory else if (slot.disk) CacheMap.disk else CacheMap.nowhere
          drops(partition.toInt) = slot.drops
        }
      }
      new CacheMap(places, drops)
    }
  }
}
