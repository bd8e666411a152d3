package okibi.core.policy

/** Least recently used, with Spark's rule that an RDD does not push out its own blocks (SPARK-1194). */
object LruPolicy {
  val spec: PolicySpec = PolicySpec(
    name = "lru",
    rule = "the block that was not read for the longest time goes first; an RDD never pushes out its own blocks",
    inputs = "reads",
    source = "Spark's MemoryStore; SPARK-1194",
    make = _ => new QueuePolicy(byRead = true)
  )
}
