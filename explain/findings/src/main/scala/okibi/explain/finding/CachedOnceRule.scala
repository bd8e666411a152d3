package okibi.explain.finding

import okibi.explain.facts.{AppFacts, CacheFacts}
import okibi.explain.wording.Wording

object CachedOnceRule extends NoteRule {
  private val leastPartitions =
    Threshold("partitions", 1, "stored partition", "an RDD without stored partitions cost nothing")

  override val code = "cached-once"
  override val title = "Data were cached and never read again"
  override val about: String =
    "at least `partitions` of a persisted RDD was stored, and no later stage used the RDD. The log does not have the " +
      "cost of storing it, so nothing is predicted."
  override val thresholds: Seq[Threshold] = Seq(leastPartitions)
  override val origin = "complaints of DataFlint and of users about forgotten cache(); LRC, reference counts"

  override def find(app: AppFacts): Seq[Finding] =
    if (app.period.endedMs.isEmpty) Nil // The RDD may still be read.
    else
      app.storage.caches
        .filter(cache => !cache.use.isUsedAgain && cache.stored.partitions >= leastPartitions.value)
        .map(found(_, app))

  private def found(cache: CacheFacts, app: AppFacts): Finding = note(
    app,
    None,
    s"${cache.label} was persisted as ${cache.level.name} and never read again.",
    Seq(s"${cache.stored.partitions} of ${cache.rdd.partitions} partitions were stored") ++
      (if (cache.evictions.count > 0) Seq(s"${Wording.megabytes(cache.evictions.bytes)} of them were evicted")
       else Nil),
    "leave its persist() out"
  )
}
