package okibi.core.conf

/** Keys of the records that Okibi writes for `okibi explain`. */
object ObserveConf {
  val nodes: ConfEntry[Boolean] = ConfEntry(
    "spark.okibi.observe.nodes.enabled",
    ConfKind.flag,
    true,
    "Records the load of processors and disks of each machine with an executor in the event log, if there is one. " +
      "The records take at most two percent of the log, or 4 kB where that is more, and have one entry a second " +
      "where this limit allows it. History Servers without Okibi ignore the records."
  )

  val dir: ConfEntry[String] = ConfEntry(
    "spark.okibi.observe.dir",
    ConfKind.folder,
    "",
    "A folder for a copy of the events that Okibi adds to the event log, in a file named after the application. Pass " +
      "the file to `okibi explain --observed` on platforms that give no access to the log, or write it in a format " +
      "of their own. The folder may be in any file system that Hadoop knows."
  )

  val tab: ConfEntry[Boolean] = ConfEntry(
    "spark.okibi.observe.tab.enabled",
    ConfKind.flag,
    true,
    "Adds a tab to Spark's own pages. The tab shows what limits the application so far, where cached partitions are, " +
      "and from where they were read."
  )

  val all: Seq[ConfEntry[_]] = Seq(nodes, dir, tab)
}
