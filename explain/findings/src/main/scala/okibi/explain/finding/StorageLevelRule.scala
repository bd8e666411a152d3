package okibi.explain.finding

import okibi.explain.event.PersistenceLevel
import okibi.explain.facts.{AppFacts, CacheFacts, StageFacts, TaskSum}
import okibi.explain.predict.{TimeForecast, ReadSpeed}
import okibi.explain.wording.Wording

object StorageLevelRule extends FindingRule {
  private val leastRoom = Threshold(
    "room",
    5,
    "times the stored bytes",
    "objects take 2 to 5 times the bytes of Java's serializer: Spark's tuning guide"
  )
  private val usPerRecord = Threshold(
    "record",
    0.9,
    "us a record",
    "Java's serializer makes 4 million objects a second, and a small record, such as a tuple of three, is four objects"
  )

  override val code = "storage-level"
  override val title = "Data are stored serialised although memory would hold their objects"
  override val about: String =
    "a persisted RDD has a storage level that keeps bytes, on disk or in memory, storage memory has at least `room` " +
      "times the stored bytes, and Okibi does not manage the cache. The prediction assumes that no task that found " +
      "its block deserializes it, and that the tasks that store blocks do not serialise them. Either takes as long " +
      "as Java's serializer takes for the bytes, or `record`, whichever is longer."
  override val thresholds: Seq[Threshold] = Seq(leastRoom, Threshold.javaReads, usPerRecord)
  override val origin =
    "Zhang et al. (xSIG 2017), figure 5: with memory for all data, MEMORY_ONLY is more than twice as fast as " +
      "serialised levels and the disk"

  override def find(app: AppFacts): Seq[Finding] =
    if (app.settings.isManaged) Nil else app.storage.caches.filterNot(isPython).flatMap(found(_, app))

  /** Data of Python are bytes for Spark at every level, and Python's workers read bytes either way. */
  private def isPython(cache: CacheFacts): Boolean = cache.rdd.name.startsWith("PythonRDD")

  private def found(cache: CacheFacts, app: AppFacts): Option[Finding] = {
    val (level, stored) = (cache.level, cache.stored)
    val keepsBytes = level != PersistenceLevel.none && (!level.memory || !level.deserialized)
    val hasRoom = app.storageBytes >= leastRoom.value * stored.bytes
    if (!keepsBytes || stored.partitions == 0 || cache.evictions.count > 0 || !hasRoom) None
    else {
      val reads = cache.use.reads.map(_.stored.count).sum
      Some(
        Finding(
          this,
          None,
          s"${cache.label} is stored as ${level.name}: each of its ${Wording.count(reads, "read")} deserializes its " +
            "objects, although storage memory has room for them.",
          Seq(
            s"${Wording.megabytes(stored.bytes)} in ${Wording.count(stored.partitions, "partition")}; storage " +
              s"memory of all executors: ${Wording.megabytes(app.storageBytes)}"
          ),
          "persist(StorageLevel.MEMORY_AND_DISK)",
          TimeForecast.application(app, gainMs(cache, app)),
          Confidence.Low,
          Some(cache.rdd.id),
          cache.use.reads.map(_.stage)
        )
      )
    }
  }

  /** Milliseconds that the stages together save without serialising and deserializing. */
  private def gainMs(cache: CacheFacts, app: AppFacts): Long = {
    val bytesMs =
      cache.stored.bytes.toDouble / cache.stored.partitions / ReadSpeed.javaSerializer.bytesPerMs(app)
    val reading = for {
      reads <- cache.use.reads
      stage <- app.stages.find(stage => stage.id == reads.stage && stage.attempt == reads.attempt)
    } yield (stage, Seq(reads.memory, reads.disk), math.max(bytesMs, recordsMs(stage)))
    val writingMs = reading.map { case (_, _, blockMs) => blockMs }.reduceOption(_ max _).getOrElse(bytesMs)
    val writing = app.stages.find(_.id == cache.use.firstStage).map((_, Seq(cache.use.firstTasks), writingMs))
    (reading ++ writing).map { case (stage, tasks, blockMs) =>
      val share = 1 - savedMs(tasks, blockMs) / math.max(1.0, stage.parts.totalMs.toDouble)
      TimeForecast.scaledTasks(stage, app, share).gainMs
    }.sum
  }

  /** Never more than the tasks took. */
  private def savedMs(sums: Seq[TaskSum], blockMs: Double): Double =
    sums.map(tasks => tasks.count * math.min(blockMs, tasks.meanMs)).sum

  /** Milliseconds to deserialize the records of a task's block, where the records are small. */
  private def recordsMs(stage: StageFacts): Double =
    stage.totals.input.records / math.max(1.0, stage.tasks) * usPerRecord.value / 1000
}
