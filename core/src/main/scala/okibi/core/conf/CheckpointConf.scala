package okibi.core.conf

/** Keys of checkpoints, for applications whose `spark.serializer` is `okibi.spark.CheckpointSerializer`. */
object CheckpointConf {
  val serializer: ConfEntry[String] = ConfEntry(
    "spark.okibi.checkpoint.serializer",
    ConfKind.className,
    "org.apache.spark.serializer.JavaSerializer",
    "What serialises everything but checkpoints when spark.serializer is okibi.spark.CheckpointSerializer: what spark.serializer would be without it."
  )

  val all: Seq[ConfEntry[_]] = Seq(serializer)
}
