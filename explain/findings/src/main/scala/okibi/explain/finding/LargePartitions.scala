package okibi.explain.finding

import okibi.explain.facts.{AppFacts, CacheFacts, StageFacts}

object LargePartitions
    extends Note(
      "large-partition",
      "A partition comes near the 2 GB that Spark can hold in one piece",
      "a task read, or a cached block has, at least `bytes`. Beyond 2 GB of serialised bytes Spark cannot keep or send a block in one array: tasks fail, or copy it piece by piece.",
      Seq(Threshold("bytes", 1, "GB", "half of the limit: data grow, and what is compressed here is not there")),
      "SPARK-6235; Tanimura and Ogawa, persist of one partition of 2000 MiB"
    ) {

  private def least: Double = thresholds.head.value * 1e9

  override def find(app: AppFacts): Seq[Finding] =
    app.stages.filter(_.totals.largestRead >= least).sortBy(-_.totals.largestRead).take(1).map(stage(_, app)) ++
      app.caches.filter(_.largest >= least).map(cache(_, app))

  private def stage(stage: StageFacts, app: AppFacts): Finding = note(
    app,
    Some(stage.id),
    f"A task read ${stage.totals.largestRead / 1e9}%.1f GB.",
    Seq(s"${stage.tasks} tasks"),
    s"at least ${(stage.tasks * math.ceil(stage.totals.largestRead / 256e6)).toLong} partitions in place of ${stage.tasks}"
  )

  private def cache(its: CacheFacts, app: AppFacts): Finding = note(
    app,
    None,
    f"A block of RDD ${its.rdd.id} (${its.rdd.name}) has ${its.largest / 1e9}%.1f GB.",
    Seq(s"${its.rdd.partitions} partitions"),
    s"repartition(${(its.rdd.partitions * math.ceil(its.largest / 256e6)).toLong}) before it is persisted"
  )
}
