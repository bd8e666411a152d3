package okibi.core.conf

import okibi.core.policy.Policies

/** Keys of the block store. */
object CacheConf {
  val enabled: ConfEntry[Boolean] = ConfEntry(
    "spark.okibi.enabled",
    ConfKind.flag,
    true,
    "The off switch: with false the plugin does nothing and Spark works as if it were not there."
  )

  val mode: ConfEntry[String] = ConfEntry(
    "spark.okibi.cache.mode",
    ConfKind.oneOf(Seq("on", "observe")),
    "on",
    "With observe, Spark's own store decides and Okibi only counts what happens: the honest way to see what a job would gain."
  )

  val policy: ConfEntry[String] = ConfEntry(
    "spark.okibi.cache.policy",
    ConfKind.oneOf(Policies.all.map(_.name)),
    Policies.default.name,
    "Which cached partitions stay in memory; see policies.md for the rules."
  )

  val readmission: ConfEntry[String] = ConfEntry(
    "spark.okibi.cache.readmission",
    ConfKind.oneOf(Seq("always", "never", "value")),
    "value",
    "What happens to a partition that was read from disk: always moves it back to memory as stock Spark does, never leaves it on disk, " +
      "value moves it back when it is worth more than what it would push out."
  )

  val serializer: ConfEntry[String] = ConfEntry(
    "spark.okibi.cache.serializer",
    ConfKind.oneOf(Seq("fory", "spark")),
    "fory",
    "What writes partitions of cached RDDs to disk, to serialised and off-heap levels and to other executors. A class that Fory cannot " +
      "write falls back to Spark's own serializer. Shuffle, broadcast and task results are never touched."
  )

  val cleaner: ConfEntry[Boolean] = ConfEntry(
    "spark.okibi.cache.cleaner.enabled",
    ConfKind.flag,
    true,
    "Write likely victims to disk ahead of need, outside the memory manager's lock, so that dropping a partition is free when memory is wanted."
  )

  val all: Seq[ConfEntry[_]] = Seq(enabled, mode, policy, readmission, serializer, cleaner)
}
