package okibi.core.conf

import okibi.core.policy.Policies

/** Keys of the block store. */
object CacheConf {
  val enabled: ConfEntry[Boolean] = ConfEntry(
    "spark.okibi.enabled",
    ConfKind.flag,
    true,
    "Switches Okibi on. With false, the plugin does nothing, and Spark runs as it does without Okibi."
  )

  val mode: ConfEntry[String] = ConfEntry(
    "spark.okibi.cache.mode",
    ConfKind.oneOf(Seq("on", "observe")),
    "on",
    "With on, Okibi decides which cached partitions stay in memory. With observe, Spark's own store decides and " +
      "Okibi only counts, which shows what a job would gain without changing it."
  )

  val policy: ConfEntry[String] = ConfEntry(
    "spark.okibi.cache.policy",
    ConfKind.oneOf(Policies.all.map(_.name)),
    Policies.default.name,
    "The rule that chooses the cached partitions to keep in memory. policies.md explains each policy."
  )

  val readmission: ConfEntry[String] = ConfEntry(
    "spark.okibi.cache.readmission",
    ConfKind.oneOf(Seq("always", "never", "value")),
    "value",
    "Whether a partition returns to memory after it was read from disk. With always, it returns, as in stock Spark. " +
      "With never, it stays on disk. With value, it returns if it is worth more than the partitions that it would " +
      "evict."
  )

  val serializer: ConfEntry[String] = ConfEntry(
    "spark.okibi.cache.serializer",
    ConfKind.oneOf(Seq("fory", "spark")),
    "fory",
    "The serializer for partitions of cached RDDs: on disk, at serialised and off-heap levels, and on the way to " +
      "other executors. Where Fory cannot write a class, Spark's own serializer writes the RDD. Shuffle, broadcast " +
      "and task results keep Spark's serializer."
  )

  val cleaner: ConfEntry[Boolean] = ConfEntry(
    "spark.okibi.cache.cleaner.enabled",
    ConfKind.flag,
    true,
    "Writes likely victims to disk before their memory is needed, outside the memory manager's lock. Evicting such a " +
      "partition later needs no write. Never where a local directory is a tmpfs, which is memory itself."
  )

  val all: Seq[ConfEntry[_]] = Seq(enabled, mode, policy, readmission, serializer, cleaner)
}
