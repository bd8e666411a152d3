package okibi.core.reuse

import scala.collection.mutable

/** What a stage does with cached RDDs, as far as it can be told before it runs.
  *
  * @param part     share of the partitions that the stage computes, above 0 and at most 1
  * @param reads    cached RDDs whose blocks its tasks read
  * @param writes   persisted RDDs that its tasks compute and store, because no earlier stage did
  * @param shuffles the shuffles it reads, see [[StageWalk.shuffle]]
  * @param peers    those of `reads` and `writes` of which task n uses partition n
  * @param hash     of everything above that does not depend on ids
  */
private[reuse] final class StageUse(
    val stage: Int,
    val part: Double,
    val reads: Array[Int],
    val writes: Array[Int],
    val shuffles: Array[Long],
    val peers: Array[Int],
    val hash: Long
)

/** Walks through a stage as Spark's scheduler and tasks do: from its RDD towards its ancestors, not beyond a cached
  * RDD whose blocks exist.
  */
private[reuse] final class StageWalk(val shape: StageShape) {
  private val byId = new mutable.HashMap[Int, RddShape]
  shape.rdds.foreach(rdd => byId.put(rdd.id, rdd))

  /** The stage's own RDD: the one that is no other's parent. */
  val last: Option[RddShape] = {
    val inner = new mutable.HashSet[Int]
    shape.rdds.foreach(_.parents.foreach(inner.add))
    shape.rdds.find(rdd => !inner.contains(rdd.id)).orElse(shape.rdds.headOption)
  }

  def use(materialised: Int => Boolean): StageUse = {
    val reads, writes = new mutable.ArrayBuffer[RddShape]
    val shuffles = new mutable.ArrayBuffer[Long]
    val seen = new mutable.HashSet[Int]
    var stack: List[RddShape] = last.toList
    var hash = StageWalk.mix(0L, shape.name.hashCode)
    last.foreach(rdd => seen.add(rdd.id))
    while (stack.nonEmpty) {
      val rdd = stack.head
      stack = stack.tail
      val read = rdd.persisted && materialised(rdd.id)
      hash = StageWalk.mix(StageWalk.mix(hash, rdd.role.hashCode), if (read) 1 else if (rdd.persisted) 2 else 3)
      if (read) reads += rdd
      else {
        if (rdd.persisted) writes += rdd
        rdd.parents.foreach { id =>
          byId.get(id) match {
            case Some(parent) => if (seen.add(id)) stack = parent :: stack
            case None => shuffles += StageWalk.shuffle(id, rdd.id)
          }
        }
      }
    }
    val partitions = last.fold(1)(_.partitions)
    val part = if (partitions <= 0 || shape.tasks >= partitions) 1.0 else math.max(shape.tasks, 1).toDouble / partitions
    val aligned = (reads ++ writes).filter(_.partitions == partitions).map(_.id).toArray
    new StageUse(shape.id, part, reads.map(_.id).toArray, writes.map(_.id).toArray, shuffles.toArray, aligned, hash)
  }
}

private[reuse] object StageWalk {

  /** Names a shuffle by the RDD that is shuffled and the RDD that is made of it. */
  def shuffle(from: Int, to: Int): Long = (from.toLong << 32) | (to & 0xffffffffL)

  def shuffledRdd(shuffle: Long): Int = (shuffle >>> 32).toInt

  /** One step of a 64-bit hash: multiply and fold, as in splitmix64. */
  def mix(hash: Long, value: Long): Long = {
    val h = (hash ^ value) * 0x9e3779b97f4a7c15L
    h ^ (h >>> 29)
  }
}
