package okibi.explain.finding

import okibi.explain.facts.{AppFacts, NodeMeans}

object DisksIdle
    extends Note(
      "disks-idle",
      "Faster or more disks would gain nothing",
      "the log has what machines did for at least half of the application's time, and processors waited for disks for less than `iowait` of theirs, and no disk was busy for `busy` of it, in all of it and in every stage of at least `seconds`.",
      Seq(
        Threshold("iowait", 3, "% of the processors' time", "what runs differ by"),
        Threshold(
          "busy",
          30,
          "% of the time",
          "a disk that is three times as slow would be busy all the time; processors that have other tasks to run are never seen waiting for it"
        ),
        Threshold("seconds", 2, "s", "a shorter stage has one or two samples")
      ),
      "Kinoshita and Ito: where the shuffle fits the page cache more directories gain nothing, and cost 5 to 10 %"
    ) {

  override def find(app: AppFacts): Seq[Finding] = {
    val known = app.nodes.flatMap(node => node.between(app.started, app.started + app.elapsedMs).map(node -> _))
    def waits(means: NodeMeans): Boolean =
      means.iowait >= thresholds.head.value || means.disks.values.exists(_.busy >= thresholds(1).value)
    val long = app.stages.filter(_.elapsedMs >= thresholds(2).value * 1000)
    if (
      known.isEmpty || known.exists(its => waits(its._2)) || long
        .exists(stage => app.nodes.exists(_.between(stage.from, stage.until).exists(waits)))
    ) Nil
    else {
      val disks = known.flatMap(_._2.disks.values)
      val busiest = disks.map(_.busy).reduceOption(_ max _).getOrElse(0.0)
      val local = known.map(_._1).maxBy(_.localDevices.size)
      Seq(
        note(
          app,
          None,
          f"Processors waited for disks ${known.map(_._2.iowait).max}%.1f %% of the time at most: faster or more disks would gain nothing, slower ones would do.",
          Seq(
            f"the busiest disk had something to do for $busiest%.0f %% of the time, ${disks.map(_.moved).reduceOption(_ max _).getOrElse(0.0)}%.1f MB/s"
          ),
          if (local.localDevices.size > 1)
            s"one directory in spark.local.dir is enough in place of those on ${local.localDevices.size} disks"
          else ""
        )
      )
    }
  }
}
