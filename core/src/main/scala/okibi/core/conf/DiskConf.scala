package okibi.core.conf

/** Keys of the space on local disks. */
object DiskConf {
  val quota: ConfEntry[Option[SizeOrShare]] = ConfEntry(
    "spark.okibi.disk.quota",
    ConfKind.sizeOrShareOrNothing,
    None,
    "The most bytes in Spark's local directories that an executor holds for Okibi and would not hold for Spark: files " +
      "of cached tables, and cached partitions that were written before their memory is needed and are still in memory. " +
      "A share is one of the file systems of these directories. At the limit cached tables are stored as Spark stores " +
      "them, in the heap and on disk as their level says, and no partition is written ahead. Each running task may " +
      "exceed the limit by one batch of a table. Nothing: no limit."
  )

  val all: Seq[ConfEntry[_]] = Seq(quota)
}
