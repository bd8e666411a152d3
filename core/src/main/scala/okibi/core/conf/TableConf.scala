package okibi.core.conf

/** Keys of scans of cached tables. */
object TableConf {
  private def session[T](name: String, kind: ConfKind[T], default: T, doc: String): ConfEntry[T] =
    ConfEntry(s"spark.okibi.tables.$name", kind, default, doc, ConfScope.Session)

  val enabled: ConfEntry[Boolean] = ConfEntry(
    "spark.okibi.tables.enabled",
    ConfKind.flag,
    true,
    "Whether Okibi stores cached tables and plans their scans. With false they stay with Spark's own format and scan."
  )

  val scan: ConfEntry[Boolean] = session(
    "scan.enabled",
    ConfKind.flag,
    true,
    "Put Okibi's scan in place of Spark's for cached tables: it asks the driver's index before it runs. The other rules need it."
  )

  val skip: ConfEntry[Boolean] = session(
    "skip.enabled",
    ConfKind.flag,
    true,
    "Do not schedule partitions that were ruled out, where nothing depends on the number of partitions. Elsewhere, and with false, each " +
      "costs an empty task."
  )

  val group: ConfEntry[Boolean] = session(
    "group.enabled",
    ConfKind.flag,
    true,
    "Read several small partitions in one task, where nothing depends on the number of partitions."
  )

  val groupSize: ConfEntry[Long] = session(
    "group.size",
    ConfKind.bytes(1),
    16L << 20,
    "How much of a cached table one task reads at most when it reads several partitions. It reads less where the cores would not have work otherwise."
  )

  val joinFilter: ConfEntry[Boolean] = session(
    "joinFilter.enabled",
    ConfKind.flag,
    true,
    "Prune a cached table by the keys of the other side of an equi-join, when that side is broadcast."
  )

  val joinFilterKeys: ConfEntry[Int] = session(
    "joinFilter.keys",
    ConfKind.int(0, 10000000),
    100000,
    "Up to this many distinct keys a join prunes by the keys themselves, beyond by the smallest and the largest."
  )

  val joinBloom: ConfEntry[Boolean] = session(
    "joinBloom.enabled",
    ConfKind.flag,
    true,
    "Before a shuffle join or an aggregation over cached tables, drop rows whose key the other side of the join cannot have, by Spark's own " +
      "runtime Bloom filter. Spark does so from 10 GB; scanning a cached table once more is so cheap that it pays much earlier."
  )

  val rowFilter: ConfEntry[Boolean] = session(
    "rowFilter.enabled",
    ConfKind.flag,
    true,
    "Drop rows that cannot match in the scan, on the stored columns, before Spark makes rows of them. For tables in Okibi's own format."
  )

  val all: Seq[ConfEntry[_]] =
    Seq(enabled, scan, skip, group, groupSize, joinFilter, joinFilterKeys, joinBloom, rowFilter)
}
