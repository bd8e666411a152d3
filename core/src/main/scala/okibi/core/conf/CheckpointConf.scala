package okibi.core.conf

/** Keys of checkpoints, for applications whose `spark.serializer` is `okibi.spark.CheckpointSerializer`. */
object CheckpointConf {
  val serializer: ConfEntry[String] = ConfEntry(
    "spark.okibi.checkpoint.serializer",
    ConfKind.className,
    "org.apache.spark.serializer.JavaSerializer",
    "The serializer for everything except checkpoints when spark.serializer is okibi.spark.CheckpointSerializer. Set " +
      "it to the class that spark.serializer would name without Okibi."
  )

  val all: Seq[ConfEntry[_]] = Seq(serializer)
}
