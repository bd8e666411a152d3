package okibi.explain.finding

import okibi.explain.facts.{AppFacts, CacheFacts, StageFacts}
import okibi.explain.wording.Wording

object LargePartitionRule extends NoteRule {
  private val leastGb =
    Threshold("bytes", 1, "GB", "half of the limit: data grow, and bytes that are compressed here may not be so later")

  /** The size that the fix aims at. */
  private val wantedBytes = 256e6

  override val code = "large-partition"
  override val title = "A partition comes near the 2 GB that Spark can hold in one piece"
  override val about: String =
    "a task read at least `bytes`, or a cached block has that size. Spark cannot keep or send a block of more than 2 " +
      "GB of serialised bytes in one array: tasks fail or copy the block piece by piece."
  override val thresholds: Seq[Threshold] = Seq(leastGb)
  override val origin = "SPARK-6235; Tanimura and Ogawa, persist of one partition of 2000 MiB"

  private def leastBytes: Double = leastGb.value * 1e9

  override def find(app: AppFacts): Seq[Finding] =
    app.stages
      .filter(_.totals.largestReadBytes >= leastBytes)
      .sortBy(-_.totals.largestReadBytes)
      .take(1)
      .map(ofStage(_, app)) ++
      app.storage.caches.filter(_.stored.largestBytes >= leastBytes).map(ofCache(_, app))

  private def ofStage(stage: StageFacts, app: AppFacts): Finding = note(
    app,
    Some(stage.id),
    f"A task of stage ${stage.id} read ${stage.totals.largestReadBytes / 1e9}%.1f GB.",
    Seq(Wording.count(stage.tasks, "task")),
    s"at least ${partitions(stage.tasks, stage.totals.largestReadBytes)} partitions in place of ${stage.tasks}"
  )

  private def ofCache(cache: CacheFacts, app: AppFacts): Finding = note(
    app,
    None,
    f"A block of ${cache.label} has ${cache.stored.largestBytes / 1e9}%.1f GB.",
    Seq(Wording.count(cache.rdd.partitions, "partition")),
    s"repartition(${partitions(cache.rdd.partitions, cache.stored.largestBytes)}) before it is persisted"
  )

  private def partitions(present: Int, largestBytes: Long): Long =
    (present * math.ceil(largestBytes / wantedBytes)).toLong
}
