package okibi.core.conf

/** Keys of pruning: which partitions and batches of cached tables are not read. */
object PruneConf {
  private def rule(name: String, doc: String): ConfEntry[Boolean] =
    ConfEntry(s"spark.okibi.prune.$name.enabled", ConfKind.flag, true, doc, ConfScope.Session)

  val comparison: ConfEntry[Boolean] = rule(
    "comparison",
    "Skip what minimum and maximum rule out for =, <=>, <, <=, >, >= and BETWEEN, also under AND, OR and NOT."
  )

  val in: ConfEntry[Boolean] = rule("in", "Skip what minimum and maximum rule out for IN lists of any length.")

  val nulls: ConfEntry[Boolean] =
    rule("nulls", "Skip what the counts of nulls rule out for IS NULL, IS NOT NULL and <=> NULL.")

  val prefix: ConfEntry[Boolean] =
    rule("prefix", "Skip what minimum and maximum rule out for LIKE 'abc%' and startswith.")

  val casts: ConfEntry[Boolean] = rule(
    "casts",
    "Look through casts that keep the order of values, such as a timestamp's date or a wider number, when comparing."
  )

  val membership: ConfEntry[Boolean] = rule(
    "membership",
    "Keep the set of values of a column that has few in a partition, and skip partitions without the value of an = or IN."
  )

  val groups: ConfEntry[Boolean] = rule(
    "groups",
    "Learn from queries which columns are asked together with = or IN, keep the sets of their combinations, and skip partitions without the one asked."
  )

  val declaredGroups: ConfEntry[Seq[Seq[String]]] = ConfEntry(
    "spark.okibi.prune.declaredGroups",
    ConfKind.columnGroups,
    Nil,
    "Columns that will be asked together, so that the first query is pruned as well. Every cached table that has all columns of a group keeps " +
      "their combinations while it is filled, where the driver's memory allows.",
    ConfScope.Session
  )

  val driverMemory: ConfEntry[Long] = ConfEntry(
    "spark.okibi.tables.driverMemory",
    ConfKind.bytes(0),
    64L << 20,
    "Memory on the driver for what it knows of the partitions of all cached tables. Minimum and maximum come first, sets of values take what is left."
  )

  val wrappedSerializer: ConfEntry[String] = ConfEntry(
    "spark.okibi.tables.serializer",
    ConfKind.className,
    "",
    "The class that writes cached tables, inside of Okibi's pruning. Okibi sets it to the application's spark.sql.cache.serializer when there " +
      "is one; without it Okibi's own format is taken."
  )

  val all: Seq[ConfEntry[_]] =
    Seq(comparison, in, nulls, prefix, casts, membership, groups, declaredGroups, driverMemory, wrappedSerializer)
}
