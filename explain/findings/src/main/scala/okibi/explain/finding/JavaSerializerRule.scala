package okibi.explain.finding

import okibi.explain.facts.{AppFacts, Doubt, StageFacts}
import okibi.explain.wording.Wording

object JavaSerializerRule extends NoteRule {
  private val leastRate = Threshold(
    "rate",
    10,
    "MB a second of compute",
    "of compressed bytes; serialising is then at least a tenth of the work"
  )
  private val leastMb = Threshold("bytes", 100, "MB", "less takes no time that a user notices")

  private val key = "spark.serializer"

  /** The setting that replaces Java's serializer. */
  private[finding] val kryo = s"$key=org.apache.spark.serializer.KryoSerializer"

  override val code = "java-serializer"
  override val title = "Shuffles of RDDs go through Java's serializer"
  override val about: String =
    "`spark.serializer` is Java's, and stages that belong to no query wrote and read at least `rate` of shuffle " +
      "files for each second on a processor, `bytes` together. Java's serializer makes 40 to 250 MB/s a core."
  override val thresholds: Seq[Threshold] = Seq(leastRate, leastMb)
  override val origin =
    "Spark's tuning guide, data serialization; Zhang et al. (xSIG 2017), figure 8: serialising binds"

  override def usesProcessorTime: Boolean = true

  private[finding] def isUsed(app: AppFacts): Boolean = app.settings.get(key).forall(_.endsWith(".JavaSerializer"))

  override def find(app: AppFacts): Seq[Finding] =
    if (!isUsed(app)) Nil
    else {
      val stages = app.stages.filter(stage => !app.isQuery(stage) && mbPerSecond(stage) >= leastRate.value)
      val bytes = stages.map(_.totals.shuffledBytes).sum
      if (bytes < leastMb.value * 1e6) Nil
      else
        Seq(
          note(
            app,
            None,
            f"Java's serializer wrote and read ${Wording.megabytes(bytes)} of shuffle files, in stages with " +
              f"${stages.map(_.totals.cpuMs).sum / 1000.0}%.0f s of processor time for this and other work.",
            Seq(Wording.stages(stages.map(_.id))),
            s"$kryo, or DataFrames in place of RDDs"
          )
        )
    }

  /** Shuffled megabytes for each second of processor time; 0 where processor time is unknown. */
  private def mbPerSecond(stage: StageFacts): Double =
    if (stage.doubts(Doubt.Unmeasured)) 0
    else stage.totals.shuffledBytes / 1e6 / math.max(0.001, stage.totals.cpuMs / 1000.0)
}
