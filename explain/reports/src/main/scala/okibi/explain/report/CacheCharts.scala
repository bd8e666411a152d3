package okibi.explain.report

import okibi.core.metric.{AdmissionMetrics, CacheMetrics, CacheSummary}
import okibi.explain.diagnosis.Explanation
import okibi.explain.facts.{AppFacts, CacheFacts, CounterSample}
import okibi.explain.redact.PlainText
import okibi.explain.wording.Wording
import okibi.report.{Grid, LineChart, Points, Section, Tile, TileMap}

/** What happened to cached partitions, and what Okibi did with them. */
private[report] object CacheCharts {
  private val mostCaches = 20
  private val mostTiles = 1000

  /** Kinds of tiles, by their positions in the map's legend. */
  private val (nowhere, inMemory, onDisk) = (0, 1, 2)

  def apply(explanation: Explanation, time: TimeAxis): Seq[Section] =
    (if (explanation.facts.storage.caches.isEmpty) Nil else Seq(cached(explanation, time))) ++
      explanation.facts.observed.counters.lastOption.map(counted(explanation.facts, _, time))

  /** Where cached partitions are at the end, and when blocks were evicted. RDDs of fixes come first, then RDDs with
    * most evictions.
    */
  private def cached(explanation: Explanation, time: TimeAxis): Section = {
    val storage = explanation.facts.storage
    val evictions = storage.evictions.map(interval => (time.seconds(interval.fromMs), interval.count.toDouble))
    val fixes =
      TimeAxis.fixes(explanation).flatMap { case (name, finding) => finding.rdd.map(_ -> name) }.reverse.toMap
    val shown = storage.caches
      .sortBy(cache => (!fixes.contains(cache.rdd.id), -cache.evictions.count, cache.rdd.id))
      .take(mostCaches)
    val more = storage.caches.size - shown.size
    Section(
      "Cached data",
      Seq(
        s"Each square is a partition, or as many partitions as $mostTiles squares need. A square has a frame when a " +
          "partition of it was evicted from memory. An unpersisted RDD is nowhere."
      ) ++
        (if (fixes.nonEmpty) Seq("RDDs of fixes have a bar beside them.") else Nil) ++
        (if (more > 0) Seq(s"${Wording.count(more, "more RDD")} had fewer evictions.") else Nil),
      charts =
        if (evictions.isEmpty) Nil
        else
          Seq(
            LineChart(
              "Blocks evicted from memory",
              "s",
              "blocks",
              Seq(Points("blocks", evictions)),
              axis = Some(time.axis)
            )
          ),
      maps = shown.map(cache => map(cache, fixes.get(cache.rdd.id)))
    )
  }

  private def map(cache: CacheFacts, fix: Option[String]): TileMap = {
    val (rdd, stored) = (cache.rdd, cache.stored)
    val tiles = cache.map.cells(mostTiles).map { cell =>
      val kind = if (cell.isInMemory) inMemory else if (cell.isOnDisk) onDisk else nowhere
      Tile(kind, cell.evictions > 0, cell.description)
    }
    TileMap(
      fix.fold("")(name => s"$name: ") +
        s"RDD ${rdd.id} ${PlainText(rdd.name, 60)}, ${rdd.level.fold("")(_.name)}: ${stored.partitions} of " +
        s"${rdd.partitions} partitions were stored, ${Wording.megabytes(stored.bytes)}, " +
        Wording.count(cache.evictions.count, "eviction"),
      Seq("nowhere", "in memory", "on disk"),
      tiles,
      chosen = fix.isDefined
    )
  }

  /** Where reads found cached partitions, and why partitions were kept in memory or not, by Okibi's counters. */
  private def counted(facts: AppFacts, last: CounterSample, time: TimeAxis): Section = {
    val tiers = Seq(
      CacheMetrics.memoryHits -> "memory",
      CacheMetrics.diskHits -> "disk",
      CacheMetrics.remoteHits -> "another executor",
      CacheMetrics.recomputed -> "nowhere"
    )
    val start = CounterSample(facts.startedMs, Map.empty)
    val steps = facts.observed.counters.zip(start +: facts.observed.counters)
    val lines = for ((metric, name) <- tiers if last.totals.contains(metric.name)) yield {
      def total(sample: CounterSample): Long = sample.totals.getOrElse(metric.name, 0L)
      Points(
        name,
        steps.map { case (now, before) => time.seconds(now.timeMs) -> (total(now) - total(before)).toDouble }
      )
    }
    val decisions = AdmissionMetrics.counts(last.totals).map { case (reason, count) =>
      Seq(reason.code, count.toString, reason.doc)
    }
    Section(
      "What Okibi did",
      Seq(CacheSummary(last.totals).capitalize + "."),
      tables = if (decisions.isEmpty) Nil else Seq(Grid(Seq("reason", "decisions on memory", "meaning"), decisions)),
      charts = Seq(
        LineChart(
          "Reads of cached partitions since the previous point, by place",
          "s",
          "reads",
          lines,
          axis = Some(time.axis)
        )
      )
    )
  }
}
