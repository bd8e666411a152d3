package okibi.core.policy

/** First in, first out, with Spark's rule that an RDD does not push out its own blocks. */
object FifoPolicy {
  val spec: PolicySpec = PolicySpec(
    name = "fifo",
    rule =
      "the block that came into memory first goes first, however often it is read; an RDD never pushes out its own blocks",
    inputs = "puts",
    source = "textbook; offered for Spark in SPARK-14289",
    make = _ => new QueuePolicy(byRead = false)
  )
}
