package okibi.explain.finding

import okibi.explain.facts.{AppFacts, StageFacts}

/** What to write for a stage to have another number of tasks: which setting decides depends on what it reads, and on whether Spark adapts queries as they run. */
private[finding] object Partitions {
  def more(stage: StageFacts, app: AppFacts, wanted: Int): String =
    if (stage.totals.shuffleRead == 0)
      s"spark.sql.files.maxPartitionBytes smaller, or repartition($wanted) of what it reads"
    else if (app.isCoalesced(stage)) s"${advisory(stage, wanted)}, of which Spark makes $wanted tasks or so"
    else shuffled(stage, app, wanted)

  def fewer(stage: StageFacts, app: AppFacts, wanted: Int): String =
    if (stage.totals.shuffleRead == 0) s"coalesce($wanted) before it"
    else if (app.isCoalesced(stage))
      s"${advisory(stage, wanted)} with spark.sql.adaptive.coalescePartitions.parallelismFirst=false"
    else shuffled(stage, app, wanted)

  private def advisory(stage: StageFacts, wanted: Int): String =
    s"spark.sql.adaptive.advisoryPartitionSizeInBytes=${math.max(1L, stage.totals.shuffleRead / math.max(1, wanted))}"

  private def shuffled(stage: StageFacts, app: AppFacts, wanted: Int): String =
    if (app.isQuery(stage)) s"${AppFacts.partitionsKey}=$wanted in place of ${stage.spans.size}"
    else s"$wanted partitions in place of ${stage.spans.size}, as reduceByKey(f, $wanted) and the like take them"
}
