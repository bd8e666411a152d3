package okibi.core.policy

/** Least recently used, with Spark's rule that an RDD does not evict its own blocks (SPARK-1194). */
object LruPolicy {
  val spec: PolicySpec = PolicySpec(
    name = "lru",
    rule = "evicts the block that was not read for the longest time; an RDD never evicts its own blocks",
    inputs = "reads",
    source = "Spark's MemoryStore; SPARK-1194",
    make = _ => new QueuePolicy(byRead = true)
  )
}
