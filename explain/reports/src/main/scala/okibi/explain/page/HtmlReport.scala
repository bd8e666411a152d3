package okibi.explain.page

import okibi.explain.Explanation
import okibi.core.metric.{AdmissionMetrics, CacheMetrics, CacheSummary}
import okibi.core.observe.{DiskInterval, NodeInterval}
import okibi.explain.facts.{AppFacts, CacheFacts, NodeFacts, Part, StageFacts}
import okibi.explain.finding.{Finding, Verdict}
import okibi.explain.text.{Plain, Shown, TextReport}
import okibi.report.{Axis, Bars, Grid, Html, Lines, Page, Points, Section, Series, Span, Spans, Tile, TileMap}

/** The report as one page that needs no network. */
object HtmlReport {
  private val mostStages = 40
  private val mostNodes = 4
  private val mostCaches = 20
  private val mostTiles = 1000
  private val mostMarked = 5
  private val mostPoints = 600

  def apply(explanation: Explanation): String = {
    val facts = explanation.facts
    val axis = this.axis(explanation)
    val longest = facts.stages.sortBy(-_.elapsedMs).take(mostStages)
    Html.render(
      Page(
        s"What limits ${Plain(facts.name, 60)}",
        Seq(TextReport.verdict(explanation), TextReport.application(facts)) ++ explanation.cautions.map(
          "Caution: " + _
        ),
        Seq(advice(explanation), timeline(facts, longest.sortBy(_.from), axis)) ++ nodes(facts, axis) ++ caches(
          explanation,
          axis
        ) ++ counted(facts, axis) ++ Seq(parts(longest, facts))
      )
    )
  }

  private def advice(explanation: Explanation): Section =
    if (explanation.findings.isEmpty) Section("What would help", "Nothing that this looks for." +: notes(explanation))
    else
      Section(
        "What would help",
        notes(explanation),
        tables = Seq(
          Grid(
            Seq("", "finding", "what to change", "before s", "after s", "confidence", "evidence"),
            explanation.findings.zipWithIndex.map { case (its, i) =>
              Seq(
                fix(i),
                Verdict.subject(its) + its.says,
                its.fix,
                seconds(its.outcome.before),
                TextReport.expected(its),
                its.confidence.name,
                its.evidence.mkString("; ")
              )
            }
          )
        )
      )

  private def notes(explanation: Explanation): Seq[String] = explanation.notes.map(TextReport.note)

  private def timeline(facts: AppFacts, stages: Seq[StageFacts], axis: Axis): Section =
    Section(
      "When stages ran",
      (if (axis.marked.isEmpty) Nil else Seq("Shaded, here and below, are the stages that fixes speak of.")) ++
        (if (stages.exists(facts.doubts(_).nonEmpty)) Seq(s"${Shown.uncertain}.") else Nil),
      charts = Seq(
        Spans(
          "Stages since the application's start",
          "s",
          stages.map(stage =>
            Span(title(stage, facts), (stage.from - facts.started) / 1000.0, (stage.until - facts.started) / 1000.0)
          ),
          Some(axis)
        )
      )
    )

  /** What machines did, on the axis of the stages; those that did most. */
  private def nodes(facts: AppFacts, axis: Axis): Seq[Section] = {
    def line(node: NodeFacts, name: String)(of: NodeInterval => Double): Points =
      Points(name, node.intervals.map(its => ((its.startMs + its.lengthMs / 2 - facts.started) / 1000.0, of(its))))
    facts.nodes
      .sortBy(node =>
        -node.intervals.map(its => (its.userPercent + its.systemPercent + its.iowaitPercent).toLong * its.lengthMs).sum
      )
      .take(mostNodes)
      .map(thinned)
      .map { node =>
        val worked =
          node.devices.indices.filter(device => node.intervals.exists(_.disks.lift(device).exists(!_.isIdle)))
        val disks = worked.flatMap { device =>
          def rate(of: DiskInterval => Long)(its: NodeInterval): Double =
            of(its.disks.lift(device).getOrElse(DiskInterval.idle)) * 1.024 / math.max(1, its.lengthMs)
          Seq(
            line(node, s"${node.devices(device)} read")(rate(_.readKiB)),
            line(node, s"${node.devices(device)} written")(rate(_.writtenKiB))
          )
        }
        Section(
          s"What ${Plain(node.host, 60)} did",
          node.directories.map { case (path, device) =>
            s"spark.local.dir ${Plain(path, 200)} is on ${device.getOrElse("no disk")}."
          },
          charts = Seq(
            Lines(
              "Processors",
              "s",
              "%",
              Seq(
                line(node, "user")(_.userPercent),
                line(node, "system")(_.systemPercent),
                line(node, "waiting for disks")(_.iowaitPercent)
              ),
              axis = Some(axis)
            ),
            Lines("Disks", "s", "MB/s", disks, axis = Some(axis)),
            Lines(
              "Page cache",
              "s",
              "MiB",
              Seq(line(node, "files in memory")(_.cachedMiB), line(node, "waiting to be written")(_.dirtyMiB)),
              axis = Some(axis)
            )
          )
        )
      }
  }

  /** Neighbours put together, as many as a chart shows. */
  private def thinned(node: NodeFacts): NodeFacts =
    if (node.intervals.size <= mostPoints) node
    else
      node.copy(intervals =
        node.intervals.grouped((node.intervals.size + mostPoints - 1) / mostPoints).map(_.reduce(_ and _)).toIndexedSeq
      )

  /** Where cached partitions are at the end, and when blocks left memory: of the RDDs that fixes speak of, then of those that lost most. */
  private def caches(explanation: Explanation, axis: Axis): Seq[Section] = if (explanation.facts.caches.isEmpty) Nil
  else {
    val facts = explanation.facts
    val drops = facts.drops.map { case (from, count) => ((from - facts.started) / 1000.0, count.toDouble) }
    val fixes = marked(explanation).flatMap { case (name, finding) => finding.rdd.map(_ -> name) }.reverse.toMap
    val shown = facts.caches.sortBy(its => (!fixes.contains(its.rdd.id), -its.drops, its.rdd.id)).take(mostCaches)
    Seq(
      Section(
        "Cached data",
        Seq(
          s"Each square is a partition, or as many as ${mostTiles} squares need; framed are those that left memory at some time. An RDD that was unpersisted is nowhere."
        ) ++
          (if (fixes.nonEmpty) Seq("Those that fixes speak of have a bar beside them.") else Nil) ++
          (if (shown.size < facts.caches.size) Seq(s"${facts.caches.size - shown.size} more RDDs lost less.") else Nil),
        charts =
          if (drops.isEmpty) Nil
          else Seq(Lines("Blocks that left memory", "s", "blocks", Seq(Points("blocks", drops)), axis = Some(axis))),
        maps = shown.map(cache => map(cache, fixes.get(cache.rdd.id)))
      )
    )
  }

  /** Where reads of cached partitions found them, and why partitions were kept in memory or not, as Okibi counted. */
  private def counted(facts: AppFacts, axis: Axis): Option[Section] = facts.counters.lastOption.map {
    case (_, figures) =>
      val between = facts.counters.zip((facts.started -> Map.empty[String, Long]) +: facts.counters)
      val tiers = Seq(
        CacheMetrics.memoryHits -> "memory",
        CacheMetrics.diskHits -> "disk",
        CacheMetrics.remoteHits -> "another executor",
        CacheMetrics.recomputed -> "nowhere"
      )
      val lines =
        for ((metric, name) <- tiers if figures.contains(metric.name))
          yield Points(
            name,
            between.map { case ((time, now), (_, before)) =>
              (time - facts.started) / 1000.0 -> (now.getOrElse(metric.name, 0L) - before
                .getOrElse(metric.name, 0L)).toDouble
            }
          )
      val made =
        AdmissionMetrics.counts(figures).map { case (reason, count) => Seq(reason.code, count.toString, reason.doc) }
      val decisions = if (made.isEmpty) Nil else Seq(Grid(Seq("reason", "decisions on memory", "meaning"), made))
      Section(
        "What Okibi did",
        Seq(CacheSummary(figures).capitalize + "."),
        tables = decisions,
        charts = Seq(
          Lines(
            "Reads of cached partitions since the point before, by where they were",
            "s",
            "reads",
            lines,
            axis = Some(axis)
          )
        )
      )
  }

  private def map(cache: CacheFacts, fix: Option[String]): TileMap =
    TileMap(
      fix.fold("")(
        _ + ": "
      ) + f"RDD ${cache.rdd.id} ${Plain(cache.rdd.name, 60)}, ${cache.rdd.level.fold("")(_.name)}: ${cache.stored} of ${cache.rdd.partitions} partitions were stored, ${cache.bytes / 1e6}%.0f MB, ${cache.drops} left memory",
      Seq("nowhere", "in memory", "on disk"),
      cache.map
        .cells(mostTiles)
        .map(cell => Tile(if (cell.isInMemory) 1 else if (cell.isOnDisk) 2 else 0, cell.drops > 0, cell.says)),
      chosen = fix.isDefined
    )

  private def parts(stages: Seq[StageFacts], facts: AppFacts): Section = {
    val shown = Part.all.filter(part => stages.exists(_.parts(part) > 0))
    Section(
      "Where tasks' time went",
      shown.map(part => s"${part.name.capitalize}: ${part.about}."),
      charts = Seq(
        Bars(
          "Time of all tasks of a stage",
          "s",
          stages.map(title(_, facts)),
          shown.map(part => Series(part.name, stages.map(stage => Some(stage.parts(part) / 1000.0)))),
          stacked = true
        )
      )
    )
  }

  /** One for all that is drawn over time; shaded are the stages that fixes speak of. */
  private def axis(explanation: Explanation): Axis = {
    val facts = explanation.facts
    def since(ms: Long): Double = (ms - facts.started) / 1000.0
    val shaded = marked(explanation).flatMap { case (name, finding) =>
      stretches(facts.stages.filter(its => finding.stages(its.id)), facts.elapsedMs / 100).zipWithIndex.map {
        case ((from, until), n) => Span(if (n == 0) name else "", since(from), since(until))
      }
    }
    Axis(0, facts.elapsedMs / 1000.0, shaded)
  }

  /** When any of them ran; what lies nearer together than `gapMs` nobody would see apart. */
  private def stretches(stages: Seq[StageFacts], gapMs: Long): Seq[(Long, Long)] = stages
    .sortBy(_.from)
    .foldLeft(List.empty[(Long, Long)]) {
      case ((from, until) :: before, stage) if stage.from <= until + gapMs =>
        (from, math.max(until, stage.until)) :: before
      case (before, stage) => (stage.from, stage.until) :: before
    }
    .reverse

  /** The findings that charts and maps show, by what they are called. */
  private def marked(explanation: Explanation): Seq[(String, Finding)] =
    explanation.findings.take(mostMarked).zipWithIndex.map { case (finding, i) => fix(i) -> finding }

  private def fix(finding: Int): String = s"fix ${finding + 1}"
  private def title(stage: StageFacts, facts: AppFacts): String =
    s"${stage.id}${if (facts.doubts(stage).isEmpty) "" else Shown.mark} ${Plain(stage.name, 50)}"
  private def seconds(ms: Long): String = f"${ms / 1000.0}%.1f"
}
