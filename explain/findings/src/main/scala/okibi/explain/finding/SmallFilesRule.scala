package okibi.explain.finding

import okibi.explain.facts.{AppFacts, StageFacts}
import okibi.explain.predict.PredictedTime
import okibi.explain.wording.Wording

object SmallFilesRule extends FindingRule {
  private val mostMb =
    Threshold("bytes", 16, "MB", "an eighth of spark.sql.files.maxPartitionBytes and of a block of HDFS")
  private val tinyMb = Threshold("tiny", 0.1, "MB", "the slowest disk of ten reads that in a millisecond")
  private val mostOpeningMs = Threshold(
    "opening",
    10,
    "ms",
    "a third of Spark's assumption: spark.sql.files.openCostInBytes at 128 MB/s"
  )
  private val mostListingMs = Threshold(
    "listing",
    3,
    "ms",
    "asking a local file system for the state of a file, where that starts a process; a name node takes about one"
  )

  override val code = "small-files"
  override val title = "The input is cut into small pieces, and opening them takes most of the time"
  override val about: String =
    "a stage reads files with less than `bytes` for each task on average, " + TaskOverhead.about +
      " Where tasks read less than `tiny`, the median task's time counts as opening its file, up to `opening`. The " +
      "driver's time before the job then counts as listing files, up to `listing` for each task, and larger files " +
      "save it."
  override val thresholds: Seq[Threshold] =
    TaskOverhead.thresholds ++ Seq(mostMb, tinyMb, mostOpeningMs, mostListingMs)
  override val origin = "users' trouble with folders of small files; Spark's tuning guide, level of parallelism"

  override def find(app: AppFacts): Seq[Finding] = app.stages
    .filter(stage => stage.totals.input.bytes > 0 && !app.readsCache(stage))
    .flatMap(found(_, app))

  private def found(stage: StageFacts, app: AppFacts): Option[Finding] = {
    val meanBytes = stage.totals.input.bytes.toDouble / math.max(1, stage.tasks)
    val isTiny = meanBytes < tinyMb.value * 1e6
    val openingMs = if (isTiny) Some(math.min(stage.medianMs, mostOpeningMs.value.toLong).toInt) else None
    TaskOverhead.of(stage, app, openingMs).filter(_ => meanBytes < mostMb.value * 1e6).map { overhead =>
      val listingMs =
        if (isTiny) math.min(driverMsBefore(stage, app), (mostListingMs.value * stage.tasks).toLong) else 0L
      val prediction = overhead.prediction
      Finding(
        this,
        Some(stage.id),
        f"Stage ${stage.id} has ${Wording.count(overhead.tasks, "task")} that read ${meanBytes / 1e6}%.2f MB each, " +
          s"with a median of ${overhead.medianMs} ms; starting the tasks and opening files take " +
          s"${Wording.percent(overhead.share)} of their time.",
        overhead.evidence ++
          (if (listingMs > 0)
             Some(s"${Wording.seconds(listingMs)} s before the job, in which the driver can have listed the files")
           else None),
        s"larger files; until then a lower spark.sql.files.openCostInBytes, or for RDDs " +
          s"coalesce(${overhead.wantedTasks}) " +
          "after reading, or wholeTextFiles",
        PredictedTime(
          prediction.beforeMs + listingMs,
          prediction.afterMs + listingMs * overhead.wantedTasks / overhead.tasks
        ),
        Confidence.High
      )
    }
  }

  /** Milliseconds before the stage's job in which the driver worked alone: since the previous job ended, or since the
    * first executor was added.
    */
  private def driverMsBefore(stage: StageFacts, app: AppFacts): Long =
    app.jobs.find(job => stage.jobs.contains(job.id)).fold(0L) { job =>
      val since = (app.jobs.flatMap(_.endedMs) ++ app.workers.map(_.addedMs)).filter(_ <= job.startedMs)
      if (since.isEmpty) 0L else job.startedMs - since.max
    }
}
