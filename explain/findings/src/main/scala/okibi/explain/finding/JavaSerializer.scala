package okibi.explain.finding

import okibi.explain.facts.{AppFacts, Doubt, StageFacts}

object JavaSerializer
    extends Note(
      "java-serializer",
      "Shuffles of RDDs go through Java's serializer",
      "`spark.serializer` is Java's, and stages that are no query's wrote and read, for each second on a processor, at least `rate` of shuffle files. Java's serializer makes 40 to 250 MB/s a core.",
      Seq(
        Threshold(
          "rate",
          10,
          "MB a second of compute",
          "of compressed bytes: then serialising is a tenth of the work at least"
        ),
        Threshold("bytes", 100, "MB", "less is nothing that anybody waits for")
      ),
      "Spark's tuning guide, data serialization; Zhang et al. (xSIG 2017), figure 8: serialising binds"
    ) {

  private val key = "spark.serializer"

  /** The change that spares it. */
  private[finding] val kryo = s"$key=org.apache.spark.serializer.KryoSerializer"

  private[finding] def isUsed(app: AppFacts): Boolean = app.conf.get(key).forall(_.endsWith(".JavaSerializer"))

  override def usesProcessorTime: Boolean = true

  override def find(app: AppFacts): Seq[Finding] =
    if (!isUsed(app)) Nil
    else {
      val queries = app.jobs.filter(_.sql.isDefined).map(_.id).toSet
      val stages = app.stages.filter(stage => !stage.jobs.exists(queries) && rate(stage) >= thresholds.head.value)
      val moved = stages.map(bytes).sum
      if (moved < thresholds(1).value * 1e6) Nil
      else
        Seq(
          note(
            app,
            None,
            f"Java's serializer writes and reads ${moved / 1e6}%.0f MB of shuffles, in ${stages.map(_.totals.cpuMs).sum / 1000.0}%.0f s of processor time that other work is in too.",
            Seq(s"stages ${stages.map(_.id).take(8).mkString(", ")}${if (stages.size > 8) ", ..." else ""}"),
            s"$kryo, or DataFrames in place of RDDs"
          )
        )
    }

  private def bytes(stage: StageFacts): Long = stage.totals.shuffleWritten.bytes + stage.totals.shuffleRead

  /** 0 where no processor time is known. */
  private def rate(stage: StageFacts): Double =
    if (stage.doubts(Doubt.Unmeasured)) 0 else bytes(stage) / 1e6 / math.max(0.001, stage.totals.cpuMs / 1000.0)
}
