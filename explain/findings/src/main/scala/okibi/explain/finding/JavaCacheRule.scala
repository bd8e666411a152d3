package okibi.explain.finding

import okibi.explain.event.PersistenceLevel
import okibi.explain.facts.{AppFacts, CacheFacts}
import okibi.explain.predict.ReadSpeed
import okibi.explain.wording.Wording

object JavaCacheRule extends NoteRule {
  private val leastMb = Threshold("bytes", 100, "MB", "less takes no time that a user notices")

  override val code = "java-cache"
  override val title = "Cached data go through Java's serializer"
  override val about: String =
    "`spark.serializer` is Java's, Okibi does not manage the cache, a persisted RDD that belongs to no query has a " +
      "storage level that keeps bytes, and at least `bytes` of it were written and read. The gain of another " +
      "serializer depends on the records, so nothing is predicted."
  override val thresholds: Seq[Threshold] = Seq(leastMb, Threshold.javaReads)
  override val origin =
    "Spark's tuning guide, data serialization; Zhang et al. (xSIG 2017), figure 8: serialising binds"

  override def find(app: AppFacts): Seq[Finding] =
    if (!JavaSerializerRule.isUsed(app) || app.settings.isManaged) Nil
    else
      app.storage.caches
        .filter(cache => keepsBytes(cache) && !isPython(cache) && !isOfQuery(cache, app))
        .flatMap(found(_, app))

  private def keepsBytes(cache: CacheFacts): Boolean =
    cache.level != PersistenceLevel.none && !cache.level.deserialized

  private def isPython(cache: CacheFacts): Boolean = cache.rdd.name.startsWith("PythonRDD")

  private def isOfQuery(cache: CacheFacts, app: AppFacts): Boolean =
    app.stages.exists(stage => stage.id == cache.use.firstStage && app.isQuery(stage))

  private def found(cache: CacheFacts, app: AppFacts): Option[Finding] = {
    val reads = cache.use.reads.map(_.stored.count).sum
    val bytes = cache.stored.bytes + reads * cache.meanBlockBytes
    if (bytes < leastMb.value * 1e6) None
    else
      Some(
        note(
          app,
          None,
          s"${cache.label} is stored as ${cache.level.name} by Java's serializer: " +
            s"${Wording.megabytes(cache.stored.bytes)} in " +
            s"${Wording.count(cache.stored.partitions, "partition")}, with " +
            s"${Wording.count(reads, "read that deserializes a block", "reads that deserialize a block")}.",
          Seq(
            s"about ${Wording.seconds(bytes / ReadSpeed.javaSerializer.bytesPerMs(app))} s of processor time for " +
              Wording.megabytes(bytes)
          ),
          s"${JavaSerializerRule.kryo}; or ${app.settings.managing}"
        )
      )
  }
}
