package okibi.core.conf

/** Keys of scans of cached tables. */
object TableConf {
  private def session[T](name: String, kind: ConfKind[T], default: T, doc: String): ConfEntry[T] =
    ConfEntry(s"spark.okibi.tables.$name", kind, default, doc, ConfScope.Session)

  val enabled: ConfEntry[Boolean] = ConfEntry(
    "spark.okibi.tables.enabled",
    ConfKind.flag,
    true,
    "Lets Okibi store cached tables and plan their scans. With false, Spark's own format and scan remain."
  )

  val residentMemory: ConfEntry[Option[Long]] = ConfEntry(
    "spark.okibi.tables.residentMemory",
    ConfKind.bytesOrNothing,
    None,
    "The most bytes of cached tables that an executor maps at a time: resident pages of mapped files count as memory " +
      "of a container. What is not mapped is read by copying. On a tmpfs, which is memory itself, the files of cached " +
      "tables hold no more than this. Nothing: a quarter of what the container has beyond the " +
      "heap and beyond Spark's memory outside the heap; on YARN, a quarter of the memory overhead; without a " +
      "container's limit, no limit."
  )

  val scan: ConfEntry[Boolean] = session(
    "scan.enabled",
    ConfKind.flag,
    true,
    "Replaces Spark's scan of cached tables with Okibi's scan, which asks the driver's index before it runs. The " +
      "other rules for scans need this one."
  )

  val skip: ConfEntry[Boolean] = session(
    "skip.enabled",
    ConfKind.flag,
    true,
    "Schedules no task for a partition that is ruled out, where nothing depends on the number of partitions. " +
      "Elsewhere, and with false, such a partition costs an empty task."
  )

  val group: ConfEntry[Boolean] = session(
    "group.enabled",
    ConfKind.flag,
    true,
    "Reads several small partitions in one task, where nothing depends on the number of partitions."
  )

  val groupSize: ConfEntry[Long] = session(
    "group.size",
    ConfKind.bytes(1),
    16L << 20,
    "The most bytes of a cached table that one task reads when it reads several partitions. A task reads less where " +
      "cores would otherwise have no work."
  )

  val joinFilter: ConfEntry[Boolean] = session(
    "joinFilter.enabled",
    ConfKind.flag,
    true,
    "Prunes a cached table by the keys of the other side of an equi-join, if that side is broadcast."
  )

  val joinFilterKeys: ConfEntry[Int] = session(
    "joinFilter.keys",
    ConfKind.int(0, 10000000),
    100000,
    "The most distinct keys by which a join prunes one by one. With more keys, it prunes by the smallest and the " +
      "largest key."
  )

  val joinBloom: ConfEntry[Boolean] = session(
    "joinBloom.enabled",
    ConfKind.flag,
    true,
    "Drops rows whose key the other side of a join cannot have, before a shuffle join or an aggregation over cached " +
      "tables. It uses Spark's own runtime Bloom filter. Spark applies that filter from 10 GB on; a second scan of a " +
      "cached table is so cheap that the filter pays much earlier."
  )

  val rowFilter: ConfEntry[Boolean] = session(
    "rowFilter.enabled",
    ConfKind.flag,
    true,
    "Drops rows that cannot match inside the scan, on the stored columns, before Spark creates rows from them. " +
      "Applies to tables in Okibi's own format."
  )

  val comet: ConfEntry[Boolean] = ConfEntry(
    "spark.okibi.tables.comet.enabled",
    ConfKind.flag,
    true,
    "Where Apache DataFusion Comet is one of the plugins: copies columns of cached tables to Comet's native operators in " +
      "bulk. With false, Comet's own conversion asks for each value. Comet reads cached tables at all unless " +
      "`spark.comet.convert.inMemoryCache.enabled` is false."
  )

  val python: ConfEntry[Boolean] = session(
    "python.enabled",
    ConfKind.flag,
    true,
    "Copies columns of cached tables to functions in Python (`mapInArrow`, `mapInPandas`, `pandas_udf`) in bulk. With " +
      "false, Spark makes rows of the columns, and columns of the rows."
  )

  val all: Seq[ConfEntry[_]] = Seq(
    enabled,
    residentMemory,
    scan,
    skip,
    group,
    groupSize,
    joinFilter,
    joinFilterKeys,
    joinBloom,
    rowFilter,
    comet,
    python
  )
}
