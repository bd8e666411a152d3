package okibi.explain.finding

import okibi.explain.event.Level
import okibi.explain.facts.{AppFacts, CacheFacts}
import okibi.explain.predict.{ReadSpeed, Replay}

object JavaCache
    extends Note(
      "java-cache",
      "Cached data go through Java's serializer",
      "`spark.serializer` is Java's and Okibi does not decide, a persisted RDD that is no query's has a level that keeps bytes, and at least `bytes` of it were written and made objects of again. " +
        "What another serializer spares depends on the records, so nothing is predicted.",
      Seq(
        Threshold("bytes", 100, "MB", "less is nothing that anybody waits for"),
        Threshold(
          "stock",
          100,
          "MB/s a core",
          "what Spark reads of Java's serializer, where no machine profile says it: between 40 and 400 by the records"
        )
      ),
      "Spark's tuning guide, data serialization; Zhang et al. (xSIG 2017), figure 8: serialising binds"
    ) {

  override def find(app: AppFacts): Seq[Finding] =
    if (!JavaSerializer.isUsed(app) || app.isManaged) Nil
    else
      app.caches
        .filter(its =>
          keepsBytes(its) && !its.rdd.name.startsWith("PythonRDD") && !app.stages
            .exists(stage => stage.id == its.maker && app.isQuery(stage))
        )
        .flatMap(one(_, app))

  private def keepsBytes(cache: CacheFacts): Boolean =
    cache.rdd.level.exists(level => level != Level.none && !level.deserialized)

  private def one(cache: CacheFacts, app: AppFacts): Option[Finding] = {
    val reads = cache.reads.map(its => its.memory.count + its.disk.count).sum
    val bytes = cache.bytes + reads * Replay.blockBytes(cache)
    if (bytes < thresholds.head.value * 1e6) None
    else
      Some(
        note(
          app,
          None,
          f"RDD ${cache.rdd.id} (${cache.rdd.name}) is kept as ${cache.rdd.level.fold("?")(_.name)} through Java's serializer: ${cache.bytes / 1e6}%.0f MB in ${cache.stored} partitions, made objects of $reads times.",
          Seq(
            f"some ${bytes / ReadSpeed.of("java", app, thresholds(1).value) / 1000}%.1f s of processor time for ${bytes / 1e6}%.0f MB"
          ),
          s"${JavaSerializer.kryo}; or ${app.managing}"
        )
      )
  }
}
