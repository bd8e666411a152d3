package okibi.explain.finding

import okibi.explain.facts.{AppFacts, AppSettings, StageFacts}

/** How to give a stage another number of tasks. The setting depends on what the stage reads, and on whether Spark
  * adapts queries while they run.
  */
private[finding] object PartitionAdvice {
  def more(stage: StageFacts, app: AppFacts, wantedTasks: Int): String =
    if (stage.totals.shuffleReadBytes == 0)
      s"a smaller spark.sql.files.maxPartitionBytes, or repartition($wantedTasks) of its input"
    else if (app.isCoalesced(stage)) s"${advisorySize(stage, wantedTasks)}, which gives about $wantedTasks tasks"
    else shuffled(stage, app, wantedTasks)

  def fewer(stage: StageFacts, app: AppFacts, wantedTasks: Int): String =
    if (stage.totals.shuffleReadBytes == 0)
      s"coalesce($wantedTasks) before ${if (app.readsCache(stage)) "the data are cached" else "it"}"
    else if (app.isCoalesced(stage))
      s"${advisorySize(stage, wantedTasks)} with spark.sql.adaptive.coalescePartitions.parallelismFirst=false"
    else shuffled(stage, app, wantedTasks)

  private def advisorySize(stage: StageFacts, wantedTasks: Int): String = {
    val bytes = math.max(1L, stage.totals.shuffleReadBytes / math.max(1, wantedTasks))
    s"spark.sql.adaptive.advisoryPartitionSizeInBytes=$bytes"
  }

  private def shuffled(stage: StageFacts, app: AppFacts, wantedTasks: Int): String =
    if (app.isQuery(stage)) s"${AppSettings.partitionsKey}=$wantedTasks in place of ${stage.spans.size}"
    else
      s"$wantedTasks partitions in place of ${stage.spans.size}: pass the number to the operation, as in " +
        s"reduceByKey(f, $wantedTasks)"
}
