package okibi.core.reuse

import scala.collection.mutable

/** Traverses a stage like Spark's scheduler and tasks do: from its RDD towards the ancestors, but not beyond a cached
  * RDD whose blocks exist.
  */
private[reuse] final class StageTraversal(val shape: StageShape) {
  private val byId = new mutable.HashMap[Int, RddShape]
  shape.rdds.foreach(rdd => byId.put(rdd.id, rdd))

  /** The stage's own RDD: the RDD that is not a parent of another. */
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
    var hash = StageTraversal.mix(0L, shape.name.hashCode)
    last.foreach(rdd => seen.add(rdd.id))
    while (stack.nonEmpty) {
      val rdd = stack.head
      stack = stack.tail
      val read = rdd.persisted && materialised(rdd.id)
      hash =
        StageTraversal.mix(StageTraversal.mix(hash, rdd.role.hashCode), if (read) 1 else if (rdd.persisted) 2 else 3)
      if (read) reads += rdd
      else {
        if (rdd.persisted) writes += rdd
        rdd.parents.foreach { id =>
          byId.get(id) match {
            case Some(parent) => if (seen.add(id)) stack = parent :: stack
            case None => shuffles += StageTraversal.shuffle(id, rdd.id)
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

private[reuse] object StageTraversal {

  /** Identifies a shuffle by the RDD that is shuffled and the RDD that is computed from it. */
  def shuffle(from: Int, to: Int): Long = (from.toLong << 32) | (to & 0xffffffffL)

  def shuffledRdd(shuffle: Long): Int = (shuffle >>> 32).toInt

  /** One step of a 64-bit hash: multiply and fold, as in splitmix64. */
  def mix(hash: Long, value: Long): Long = {
    val h = (hash ^ value) * 0x9e3779b97f4a7c15L
    h ^ (h >>> 29)
  }
}
