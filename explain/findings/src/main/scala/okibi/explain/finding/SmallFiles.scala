package okibi.explain.finding

import okibi.explain.facts.{AppFacts, StageFacts}
import okibi.explain.predict.Shrunk

object SmallFiles
    extends Rule(
      "small-files",
      "Input is in so many small pieces that opening them is most of the work",
      "a stage reads files, less than `bytes` a task on average, " + Overhead.about + " Where tasks read less than `tiny`, what the median one takes counts as opening its file, up to `opening`; and what the driver did before the job as listing files, up to `listing` for each task, which larger files spare it.",
      Overhead.thresholds ++ Seq(
        Threshold("bytes", 16, "MB", "an eighth of spark.sql.files.maxPartitionBytes and of a block of HDFS"),
        Threshold("tiny", 0.1, "MB", "read in a millisecond, by the slowest of disks in ten"),
        Threshold(
          "opening",
          10,
          "ms",
          "a third of what Spark takes it for: spark.sql.files.openCostInBytes, at 128 MB/s"
        ),
        Threshold(
          "listing",
          3,
          "ms",
          "asking a local file system for the state of a file, where that starts a process; a name node takes about one"
        )
      ),
      "users' pain with folders of small files; Spark's tuning guide, level of parallelism"
    ) {

  override def find(app: AppFacts): Seq[Finding] = app.stages.filter(_.totals.input.bytes > 0).flatMap(one(_, app))

  private def one(stage: StageFacts, app: AppFacts): Option[Finding] = {
    val bytes = stage.totals.input.bytes.toDouble / math.max(1, stage.tasks)
    val Seq(most, tiny, opens, lists) = thresholds.takeRight(4).map(_.value)
    val isTiny = bytes < tiny * 1e6
    val opening = if (isTiny) Some(math.min(stage.medianMs, opens.toLong).toInt) else None
    Overhead.of(stage, app, opening).filter(_ => bytes < most * 1e6).map { its =>
      val listing = if (isTiny) math.min(before(stage, app), (lists * stage.tasks).toLong) else 0L
      Finding(
        this,
        Some(stage.id),
        f"${its.tasks} tasks read ${bytes / 1e6}%.2f MB each, in ${its.medianMs} ms in the median: ${its.share * 100}%.0f %% of their time is starting them and opening files.",
        its.evidence ++ (if (listing > 0)
                           Some(f"${listing / 1000.0}%.1f s before the job, in which the driver can have listed them")
                         else None),
        s"larger files; until then spark.sql.files.openCostInBytes lower, or for RDDs coalesce(${its.wanted}) after reading, or wholeTextFiles",
        Shrunk.Outcome(its.outcome.before + listing, its.outcome.after + listing * its.wanted / its.tasks),
        Confidence.High
      )
    }
  }

  /** Milliseconds before its job in which the driver was alone: since the job before it, or since the first executor was there. */
  private def before(stage: StageFacts, app: AppFacts): Long =
    app.jobs.find(its => stage.jobs.contains(its.id)).fold(0L) { job =>
      val since = (app.jobs.flatMap(_.ended) ++ app.workers.map(_.added)).filter(_ <= job.started)
      if (since.isEmpty) 0L else job.started - since.max
    }
}
