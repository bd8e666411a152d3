package okibi.core.policy

/** First in, first out, with Spark's rule that an RDD does not evict its own blocks. */
object FifoPolicy {
  val spec: PolicySpec = PolicySpec(
    name = "fifo",
    rule = "evicts the block that entered memory first, however often it is read; an RDD never evicts its own blocks",
    inputs = "puts",
    source = "textbook; offered for Spark in SPARK-14289",
    make = _ => new QueuePolicy(byRead = false)
  )
}
