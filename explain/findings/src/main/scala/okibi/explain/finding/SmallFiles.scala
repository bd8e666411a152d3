package okibi.explain.finding

import okibi.explain.facts.{AppFacts, StageFacts}

object SmallFiles extends Rule("small-files", "Input is in so many small pieces that opening them is most of the work",
  "a stage reads files, less than `bytes` a task on average, " + Overhead.about + " Where tasks read less than `tiny`, their shortest tenth shows what opening a file costs, which counts as starting.",
  Overhead.thresholds ++ Seq(
    Threshold("bytes", 16, "MB", "an eighth of spark.sql.files.maxPartitionBytes and of a block of HDFS"),
    Threshold("tiny", 0.1, "MB", "read in a millisecond, by the slowest of disks in ten")),
  "users' pain with folders of small files; Spark's tuning guide, level of parallelism") {

  override def find(app: AppFacts): Seq[Finding] = app.stages.filter(_.totals.input.bytes > 0).flatMap(one(_, app))

  private def one(stage: StageFacts, app: AppFacts): Option[Finding] = {
    val bytes = stage.totals.input.bytes.toDouble / math.max(1, stage.tasks)
    val Seq(most, tiny) = thresholds.takeRight(2).map(_.value * 1e6)
    val sorted = stage.spans.sortedLengths
    val opening = if (bytes < tiny && sorted.nonEmpty) Some(sorted(sorted.length / 10)) else None
    Overhead.of(stage, app, opening).filter(_ => bytes < most).map { its =>
      Finding(this, Some(stage.id),
        f"${its.tasks} tasks read ${bytes / 1e6}%.2f MB each, in ${its.medianMs} ms in the median: ${its.share * 100}%.0f %% of their time is starting them and opening files.",
        its.evidence,
        s"larger files; until then spark.sql.files.openCostInBytes lower, or for RDDs coalesce(${its.wanted}) after reading, or wholeTextFiles",
        its.outcome, Confidence.High)
    }
  }
}
