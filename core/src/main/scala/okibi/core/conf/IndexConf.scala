package okibi.core.conf

/** Keys of the indexes of cached RDDs. */
object IndexConf {
  val filter: ConfEntry[String] = ConfEntry(
    "spark.okibi.index.filter",
    ConfKind.oneOf(Seq("auto", "bloom", "exact", "none")),
    "auto",
    "What says whether a cached partition of an indexed RDD can hold a value. With auto it is, for each partition, an exact set while its " +
      "keys are few and a split-block Bloom filter for more; bloom is Spark's own Bloom filter with 3 % false positives; exact is an exact " +
      "set up to 32,768 keys, and nothing for more; none builds nothing, so that every partition is read. The sets of values of cached tables follow it; " +
      "a session that sets it sets it for these alone.",
    ConfScope.Session
  )

  val probeKeys: ConfEntry[Int] = ConfEntry(
    "spark.okibi.index.probeKeys",
    ConfKind.int(1, 100000),
    100,
    "For how many keys, asked at once, the filters are made: so precise that at most one in ten partitions that hold none of them is " +
      "read all the same. More keys take more memory, two bits a key for ten times as many. For filter=auto."
  )

  val driverMemory: ConfEntry[Long] = ConfEntry(
    "spark.okibi.index.driverMemory",
    ConfKind.bytes(0),
    64L << 20,
    "The most heap that all filters together may take at the driver. Beyond it they give up precision, then those go that could not say " +
      "no any more: their partitions get a task, which asks the executor's own filter."
  )

  val executorMemory: ConfEntry[Long] = ConfEntry(
    "spark.okibi.index.executorMemory",
    ConfKind.bytes(0),
    32L << 20,
    "The most heap that filters may take on each executor. Beyond it the oldest go, and their partitions are read."
  )

  val smallRows: ConfEntry[Int] = ConfEntry(
    "spark.okibi.index.smallRows",
    ConfKind.int(0, 100000000),
    100000,
    "How many rows the small side of a join with an indexed RDD may have: so many are collected at the driver and sent to the tasks. A side " +
      "with more is joined by Spark's own join."
  )

  val all: Seq[ConfEntry[_]] = Seq(filter, probeKeys, driverMemory, executorMemory, smallRows)
}
