package okibi.core.conf

/** Keys of pruning: how Okibi rules out partitions and batches of cached tables before it reads them. */
object PruneConf {
  private def rule(name: String, doc: String): ConfEntry[Boolean] =
    ConfEntry(s"spark.okibi.prune.$name.enabled", ConfKind.flag, true, doc, ConfScope.Session)

  val comparison: ConfEntry[Boolean] = rule(
    "comparison",
    "Rules out partitions and batches by minimum and maximum for =, <=>, <, <=, >, >= and BETWEEN, also under AND, " +
      "OR and NOT."
  )

  val in: ConfEntry[Boolean] =
    rule("in", "Rules out partitions and batches by minimum and maximum for IN lists of any length.")

  val nulls: ConfEntry[Boolean] =
    rule("nulls", "Rules out partitions and batches by the number of nulls for IS NULL, IS NOT NULL and <=> NULL.")

  val prefix: ConfEntry[Boolean] =
    rule("prefix", "Rules out partitions and batches by minimum and maximum for LIKE 'abc%' and startswith.")

  val casts: ConfEntry[Boolean] = rule(
    "casts",
    "Compares through casts that keep the order of values, such as from a timestamp to its date or to a wider number."
  )

  val membership: ConfEntry[Boolean] = rule(
    "membership",
    "Keeps the set of values of a column that has few distinct values in a partition. For = and IN, rules out " +
      "partitions without the wanted value."
  )

  val groups: ConfEntry[Boolean] = rule(
    "groups",
    "Learns from queries which columns occur together in = or IN, and keeps the sets of their value combinations. " +
      "Rules out partitions without the wanted combination."
  )

  val declaredGroups: ConfEntry[Seq[Seq[String]]] = ConfEntry(
    "spark.okibi.prune.declaredGroups",
    ConfKind.columnGroups,
    Nil,
    "Groups of columns that queries will use together, so that Okibi prunes the first query too. Every cached table " +
      "with all columns of a group keeps their combinations while it is filled, as far as the driver's memory allows.",
    ConfScope.Session
  )

  val driverMemory: ConfEntry[Long] = ConfEntry(
    "spark.okibi.tables.driverMemory",
    ConfKind.bytes(0),
    64L << 20,
    "The memory at the driver for statistics on the partitions of all cached tables. Minimum and maximum take their " +
      "place first; value sets take the rest."
  )

  val wrappedSerializer: ConfEntry[String] = ConfEntry(
    "spark.okibi.tables.serializer",
    ConfKind.className,
    "",
    "The class that writes cached tables under Okibi's pruning. Okibi sets it to the application's " +
      "spark.sql.cache.serializer, if the application sets one. Without it, Okibi's own format writes them."
  )

  val all: Seq[ConfEntry[_]] =
    Seq(comparison, in, nulls, prefix, casts, membership, groups, declaredGroups, driverMemory, wrappedSerializer)
}
