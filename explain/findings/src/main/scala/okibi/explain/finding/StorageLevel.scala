package okibi.explain.finding

import okibi.explain.event.{Level, Rdd}
import okibi.explain.facts.{AppFacts, CacheFacts, StageFacts, TaskSum}
import okibi.explain.predict.{ReadSpeed, Shrunk}

object StorageLevel
    extends Rule(
      "storage-level",
      "Data are kept serialised though memory would hold them as they are",
      "a persisted RDD has a level that keeps bytes, on disk or in memory, and storage memory has at least `room` times as many as were stored; Okibi does not decide. Predicted is that no task that found its block has to " +
        "make objects of it, nor the first ones bytes of theirs.",
      Seq(
        Threshold(
          "room",
          5,
          "times the stored bytes",
          "objects take 2 to 5 times what Java's serializer makes of them: Spark's tuning guide"
        ),
        Threshold(
          "stock",
          100,
          "MB/s a core",
          "what Spark reads of Java's serializer, where no machine profile says it: between 40 and 400 by the records"
        ),
        Threshold(
          "record",
          0.9,
          "us a record",
          "Java's serializer makes 4 million objects a second, and a small record, such as a tuple of three, is four of them"
        )
      ),
      "Zhang et al. (xSIG 2017), figure 5: with memory for all, MEMORY_ONLY is more than twice as fast as serialised levels and the disk"
    ) {

  override def find(app: AppFacts): Seq[Finding] =
    if (app.isManaged) Nil else app.caches.filterNot(its => isPythons(its.rdd)).flatMap(one(_, app))

  /** What Python keeps is bytes to Spark at every level, which its workers read either way. */
  private def isPythons(rdd: Rdd): Boolean = rdd.name.startsWith("PythonRDD")

  private def one(cache: CacheFacts, app: AppFacts): Option[Finding] = {
    val level = cache.rdd.level.getOrElse(Level.none)
    val memory = app.storageBytes
    val bytes = level != Level.none && (!level.memory || !level.deserialized)
    if (!bytes || cache.stored == 0 || cache.drops > 0 || memory < thresholds.head.value * cache.bytes) None
    else {
      val ofBytes = cache.bytes.toDouble / cache.stored / ReadSpeed.of("java", app, thresholds(1).value)
      val reading = for {
        reads <- cache.reads
        stage <- app.stages.find(its => its.id == reads.id && its.attempt == reads.attempt)
      } yield (stage, Seq(reads.memory, reads.disk), math.max(ofBytes, ofRecords(stage)))
      val each = reading.map(_._3).reduceOption(_ max _).getOrElse(ofBytes)
      val gains = (reading ++ app.stages.find(_.id == cache.maker).map((_, Seq(cache.making), each))).map {
        case (stage, tasks, each) =>
          Shrunk.each(stage, app, 1 - saved(tasks, each) / math.max(1.0, stage.parts.total.toDouble)).gain
      }
      Some(
        Finding(
          this,
          None,
          f"RDD ${cache.rdd.id} (${cache.rdd.name}) is kept as ${level.name}: each of its ${cache.reads.map(its => its.memory.count + its.disk.count).sum} reads makes its objects anew, though memory would hold them.",
          Seq(
            f"${cache.bytes / 1e6}%.0f MB in ${cache.stored} partitions, storage memory of all executors: ${memory / 1e6}%.0f MB"
          ),
          "persist(StorageLevel.MEMORY_AND_DISK)",
          Shrunk.whole(app, gains.sum),
          Confidence.Low,
          Some(cache.rdd.id),
          cache.reads.map(_.id)
        )
      )
    }
  }

  /** Milliseconds, never more than the tasks took. */
  private def saved(sums: Seq[TaskSum], each: Double): Double =
    sums.map(tasks => tasks.count * math.min(each, tasks.mean)).sum

  /** Milliseconds that making the records of a task's block takes, where they are small. */
  private def ofRecords(stage: StageFacts): Double =
    stage.totals.input.records / math.max(1.0, stage.tasks) * thresholds(2).value / 1000
}
