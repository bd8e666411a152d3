package okibi.core.conf

/** Keys of what Okibi writes down for `okibi explain`. */
object ObserveConf {
  val nodes: ConfEntry[Boolean] = ConfEntry(
    "spark.okibi.observe.nodes.enabled",
    ConfKind.flag,
    true,
    "Put into the event log, when there is one, what the processors and disks of each machine with an executor do: two percent of the log at most, or 4 kB where that is more, each second where that allows it. " +
      "History Servers that do not know Okibi pass it over."
  )

  val dir: ConfEntry[String] = ConfEntry(
    "spark.okibi.observe.dir",
    ConfKind.folder,
    "",
    "Write what goes into the event log beside Spark's own events into a file in this folder, too, named after the application, for `okibi explain --observed`: for platforms that do not hand " +
      "out the log, or write it in their own way. Any file system that Hadoop knows."
  )

  val tab: ConfEntry[Boolean] = ConfEntry(
    "spark.okibi.observe.tab.enabled",
    ConfKind.flag,
    true,
    "Show a tab in Spark's own pages: what limits the application so far, where cached partitions are and were found."
  )

  val all: Seq[ConfEntry[_]] = Seq(nodes, dir, tab)
}
