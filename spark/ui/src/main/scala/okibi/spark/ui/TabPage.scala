package okibi.spark.ui

import okibi.core.metric.{AdmissionMetrics, CacheMetrics, IndexMetrics, Metric}
import okibi.explain.facts.{AppFacts, CacheFacts, FactCautions, TimeCount}
import okibi.explain.finding.{Finding, Judgement, VerdictLine}
import okibi.explain.redact.PlainText

import scala.xml.{Elem, Node, NodeSeq}

/** The content of the tab. Scala's XML escapes all texts, because applications choose the names of stages and RDDs. */
private[ui] object TabPage {
  private val mostFindings = 20
  private val mostCaches = 50
  private val mostCells = 1000

  /** @param counted Okibi's own counters by name; empty if they are not known */
  def apply(judgement: Judgement, counted: Map[String, Long]): Seq[Node] = {
    val facts = judgement.facts
    Seq(
      <style>{style}</style>,
      <div id="okibi">
        <p class="okibi-verdict" id="okibi-verdict"><strong>{
        (if (facts.period.endedMs.isEmpty) "So far: " else "") + VerdictLine(judgement.findings)
      }</strong></p>
        {cautions(facts)}
        {findings(judgement.findings)}
        {notes(judgement.notes)}
        {reads(facts, counted)}
        {decisions(counted)}
        {caches(facts.storage.caches)}
        {drops(facts)}
      </div>
    )
  }

  private def cautions(facts: AppFacts): NodeSeq = {
    val first =
      if (facts.reliability.forgottenStages == 0) Nil
      else
        Seq(s"The first ${facts.reliability.forgottenStages} stages are not counted: only the last thousand are kept.")
    (first ++ FactCautions(facts)).map(text => <p class="okibi-caution">{"Caution: " + text}</p>)
  }

  private def findings(all: Seq[Finding]): NodeSeq =
    if (all.isEmpty) NodeSeq.Empty
    else
      <h4>What would help</h4> ++ table(
        Seq("Finding", "What to change", "Before s", "After s", "Confidence", "Evidence"),
        all.take(mostFindings).map { finding =>
          val (low, high) = finding.expectedRangeMs
          Seq(
            PlainText(finding.summary, 300),
            PlainText(finding.fix, 300),
            seconds(finding.prediction.beforeMs),
            s"${seconds(finding.prediction.afterMs)} (${seconds(low)} to ${seconds(high)})",
            finding.confidence.name,
            finding.evidence.map(PlainText(_, 200)).mkString("; ")
          )
        }
      )

  private def notes(all: Seq[Finding]): NodeSeq =
    if (all.isEmpty) NodeSeq.Empty
    else
      <h4>Notes</h4><ul>{
        all
          .take(mostFindings)
          .map(finding =>
            <li>{
              PlainText(finding.summary, 300) + (if (finding.fix.isEmpty) ""
                                                 else s" Change: ${PlainText(finding.fix, 300)}.")
            }</li>
          )
      }</ul>

  /** Where reads of cached partitions found them: as Okibi counted them, or else as block updates tell. */
  private def reads(facts: AppFacts, counted: Map[String, Long]): NodeSeq = {
    def count(metric: Metric): Long = counted.getOrElse(metric.name, 0L)
    def sum(tier: okibi.explain.facts.CacheReads => Int): Long =
      facts.storage.caches.flatMap(_.use.reads).map(tier(_).toLong).sum
    val tiers =
      if (counted.isEmpty)
        Seq(
          "memory" -> sum(_.memory.count),
          "disk" -> sum(_.disk.count),
          "nowhere: computed again" -> sum(_.nowhere.count)
        )
      else
        Seq(
          "memory" -> count(CacheMetrics.memoryHits),
          "disk" -> count(CacheMetrics.diskHits),
          "another executor" -> count(CacheMetrics.remoteHits),
          "nowhere: computed again" -> count(CacheMetrics.recomputed)
        )
    val all = tiers.map(_._2).sum
    val pruned = count(IndexMetrics.partitionsPruned)
    val asked = pruned + count(IndexMetrics.partitionsKept)
    val tables =
      if (all == 0) NodeSeq.Empty
      else
        <h4>Reads of cached partitions</h4> ++
          table(
            Seq("Found in", "Reads", "Share"),
            tiers.map { case (tier, count) => Seq(tier, count.toString, f"${count * 100.0 / all}%.0f %%") }
          )
    tables ++ (if (asked == 0) NodeSeq.Empty
               else
                 <p id="okibi-pruned">{
                   s"Indexes ruled out $pruned of $asked partitions that were searched for a key."
                 }</p>)
  }

  /** The reasons for which Okibi kept partitions in memory or not. */
  private def decisions(counted: Map[String, Long]): NodeSeq = {
    val made = AdmissionMetrics.counts(counted)
    if (made.isEmpty) NodeSeq.Empty
    else
      <h4>Decisions on memory</h4> ++
        table(
          Seq("Reason", "Decisions", "Meaning"),
          made.map { case (reason, count) => Seq(reason.code, count.toString, reason.doc) }
        )
  }

  private def caches(all: Seq[CacheFacts]): NodeSeq =
    if (all.isEmpty) NodeSeq.Empty
    else <h4>Cached data</h4><p>
      <span class="okibi-cell okibi-memory"></span> in memory <span class="okibi-cell okibi-disk"></span> on disk
      <span class="okibi-cell"></span> nowhere <span class="okibi-cell okibi-dropped"></span> evicted before
    </p> ++ all.takeRight(mostCaches).map(cache)

  private def cache(cached: CacheFacts): Elem = <div class="okibi-cache">
    <p>{
    s"RDD ${cached.rdd.id} ${PlainText(cached.rdd.name, 100)}, ${cached.rdd.level.fold("")(_.name)}: " +
      s"${cached.stored.partitions} of ${cached.rdd.partitions} partitions were stored, " +
      f"${cached.stored.bytes / 1e6}%.0f MB. " +
      f"Partitions were evicted ${cached.evictions.count} times, ${cached.evictions.bytes / 1e6}%.0f MB; " +
      s"in ${cached.evictions.repeated} cases the partition had been evicted before."
  }</p>
    <div class="okibi-map">{
    cached.map.cells(mostCells).map { cell =>
      val tier = if (cell.isInMemory) "okibi-memory" else if (cell.isOnDisk) "okibi-disk" else ""
      <span class={s"okibi-cell $tier${if (cell.evictions > 0) " okibi-dropped" else ""}"} title={
        cell.description
      }></span>
    }
  }</div>
  </div>

  private def drops(facts: AppFacts): NodeSeq =
    if (facts.storage.evictions.isEmpty) NodeSeq.Empty
    else {
      val most = facts.storage.evictions.map(_.count).max
      <h4>Evicted blocks, over time</h4><div class="okibi-bars">{
        facts.storage.evictions.map { case TimeCount(from, count) =>
          <span style={f"height: ${math.max(1.0, count * 60.0 / most)}%.0fpx"} title={
            s"from ${seconds(from - facts.startedMs)} s: $count"
          }></span>
        }
      }</div>
    }

  private def table(header: Seq[String], rows: Seq[Seq[String]]): Elem =
    <table class="table table-bordered table-sm table-striped">
      <thead><tr>{header.map(name => <th>{name}</th>)}</tr></thead>
      <tbody>{rows.map(row => <tr>{row.map(cell => <td>{cell}</td>)}</tr>)}</tbody>
    </table>

  private def seconds(ms: Long): String = f"${ms / 1000.0}%.1f"

  private val style: String = """
    .okibi-verdict { font-size: 1.2em; }
    .okibi-map { line-height: 0; max-width: 80em; }
    .okibi-cell { display: inline-block; width: 10px; height: 10px; margin: 1px; }
    .okibi-cell { background: #bbb; box-sizing: border-box; }
    .okibi-memory { background: #d9480f; }
    .okibi-disk { background: #1c7ed6; }
    .okibi-dropped { border: 2px solid #222; }
    .okibi-bars { height: 62px; display: flex; align-items: flex-end; }
    .okibi-bars span { width: 6px; margin-right: 1px; background: #d9480f; }
  """
}
