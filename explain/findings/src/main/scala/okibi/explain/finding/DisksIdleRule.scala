package okibi.explain.finding

import okibi.explain.facts.{AppFacts, NodeMeans}

object DisksIdleRule extends NoteRule {
  private val mostIowait =
    Threshold("iowait", 3, "% of the processors' time", "runs of the same application differ by as much")
  private val mostBusy = Threshold(
    "busy",
    30,
    "% of the time",
    "a disk of a third of the speed would be busy all the time; processors that have other tasks to run are never " +
      "seen waiting for it"
  )
  private val leastSeconds = Threshold("seconds", 2, "s", "a shorter stage has one or two samples")

  override val code = "disks-idle"
  override val title = "Faster disks or more disks would gain nothing"
  override val about: String =
    "the log has what machines did for at least half of the application's time, processors waited for disks for less " +
      "than `iowait` of their time, and no disk was busy for `busy` of the time: in the whole application and in " +
      "every stage of at least `seconds`."
  override val thresholds: Seq[Threshold] = Seq(mostIowait, mostBusy, leastSeconds)
  override val origin =
    "Kinoshita and Ito: where the shuffle fits the page cache, more directories gain nothing and cost 5 to 10 %"

  override def find(app: AppFacts): Seq[Finding] = {
    val nodes = app.observed.nodes
    val known = nodes.flatMap(node => node.between(app.startedMs, app.endMs).map(node -> _))
    val longStages = app.stages.filter(_.elapsedMs >= leastSeconds.value * 1000)
    def anyWaits: Boolean = longStages.exists { stage =>
      nodes.exists(_.between(stage.fromMs, stage.untilMs).exists(waits))
    }
    if (known.isEmpty || known.exists { case (_, means) => waits(means) } || anyWaits) Nil
    else {
      val disks = known.flatMap { case (_, means) => means.disks.values }
      val mostBusyPercent = disks.map(_.busyPercent).reduceOption(_ max _).getOrElse(0.0)
      val mostMoved = disks.map(_.movedMbPerSecond).reduceOption(_ max _).getOrElse(0.0)
      val localDisks = known.map { case (node, _) => node.localDevices.size }.max
      Seq(
        note(
          app,
          None,
          f"Processors waited for disks for at most ${known.map(_._2.iowaitPercent).max}%.1f %% of the time: faster " +
            "disks " +
            "or more disks would gain nothing, and slower disks would be enough.",
          Seq(f"the busiest disk worked for $mostBusyPercent%.0f %% of the time, $mostMoved%.1f MB/s"),
          if (localDisks > 1) s"one directory in spark.local.dir is enough in place of those on $localDisks disks"
          else ""
        )
      )
    }
  }

  private def waits(means: NodeMeans): Boolean =
    means.iowaitPercent >= mostIowait.value || means.disks.values.exists(_.busyPercent >= mostBusy.value)
}
