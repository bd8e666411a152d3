package okibi.explain.finding

import okibi.explain.facts.{AppFacts, CacheFacts}

object CachedOnce
    extends Note(
      "cached-once",
      "Data were cached and never read again",
      "blocks of a persisted RDD were stored, and no later stage used it. What that cost is not in the log, so nothing is predicted.",
      Seq(Threshold("partitions", 1, "stored partitions", "none cost nothing")),
      "DataFlint's and users' complaints about forgotten cache(); LRC, reference counts"
    ) {

  override def find(app: AppFacts): Seq[Finding] =
    if (app.ended.isEmpty) Nil // Somebody may still read it.
    else app.caches.filter(cache => !cache.isUsedAgain && cache.stored >= thresholds.head.value).map(one(_, app))

  private def one(cache: CacheFacts, app: AppFacts): Finding = note(
    app,
    None,
    s"RDD ${cache.rdd.id} (${cache.rdd.name}) was persisted as ${cache.rdd.level.fold("?")(_.name)} and never read again.",
    Seq(
      s"${cache.stored} of ${cache.rdd.partitions} partitions were stored"
    ) ++ (if (cache.drops > 0) Seq(f"${cache.droppedBytes / 1e6}%.0f MB of it left memory again") else Nil),
    "leave its persist() out"
  )
}
