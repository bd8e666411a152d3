package okibi.core.conf

/** Keys of the indexes of cached RDDs. */
object IndexConf {
  val filter: ConfEntry[String] = ConfEntry(
    "spark.okibi.index.filter",
    ConfKind.oneOf(Seq("auto", "bloom", "exact", "none")),
    "auto",
    "The filter that tells whether a cached partition of an indexed RDD can hold a key. With auto, each partition " +
      "gets an exact set for few keys and a split-block Bloom filter for more. With bloom, it gets Spark's own Bloom " +
      "filter with 3 % false positives. With exact, it gets an exact set for up to 32,768 keys and no filter for " +
      "more. With none, no filter is built and every partition is read. The value sets of cached tables follow this " +
      "key too; a session that sets the key changes only those.",
    ConfScope.Session
  )

  val probeKeys: ConfEntry[Int] = ConfEntry(
    "spark.okibi.index.probeKeys",
    ConfKind.int(1, 100000),
    100,
    "The number of keys in one lookup that the filters are made for. With this many keys, at most one in ten of the " +
      "partitions that hold none of them is read. Ten times as many keys cost two more bits for each stored key. " +
      "Applies with filter=auto."
  )

  val driverMemory: ConfEntry[Long] = ConfEntry(
    "spark.okibi.index.driverMemory",
    ConfKind.bytes(0),
    64L << 20,
    "The heap at the driver that all filters together may take. Above it, filters lose precision. A filter that " +
      "could no longer rule anything out is removed: its partition gets a task, which asks the executor's own filter. " +
      "When all filters need more than four times as much, the RDDs whose filters have ruled out least lose theirs " +
      "(reason no-room)."
  )

  val executorMemory: ConfEntry[Long] = ConfEntry(
    "spark.okibi.index.executorMemory",
    ConfKind.bytes(0),
    32L << 20,
    "The heap that filters may take on each executor. Above it, the oldest filters are removed, and their partitions " +
      "are read."
  )

  val smallRows: ConfEntry[Int] = ConfEntry(
    "spark.okibi.index.smallRows",
    ConfKind.int(0, 100000000),
    100000,
    "The most rows of the small side of a join with an indexed RDD. Okibi collects these rows at the driver and " +
      "sends them to the tasks. A side with more rows is joined by Spark's own join."
  )

  val all: Seq[ConfEntry[_]] = Seq(filter, probeKeys, driverMemory, executorMemory, smallRows)
}
