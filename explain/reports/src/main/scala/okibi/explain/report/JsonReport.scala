package okibi.explain.report

import okibi.explain.diagnosis.Explanation
import okibi.explain.facts._
import okibi.explain.finding.{Finding, VerdictLine}
import okibi.report.AsciiJson

/** The report for programs; docs/explain.md describes its fields. */
object JsonReport {
  private val schema = 1

  def apply(explanation: Explanation): String = {
    val facts = explanation.facts
    text(
      ujson.Obj(
        "schema" -> schema,
        "verdict" -> VerdictLine(explanation.findings),
        "application" -> application(facts),
        "findings" -> ujson.Arr.from(explanation.findings.map(finding)),
        "notes" -> ujson.Arr.from(explanation.notes.map(finding)),
        "stages" -> ujson.Arr.from(facts.stages.map(stage(_, facts))),
        "nodes" -> ujson.Arr.from(facts.observed.nodes.map(node(_, facts.startedMs))),
        "caches" -> ujson.Arr.from(facts.storage.caches.map(cache)),
        "counters" -> ujson.Arr.from(facts.observed.counters.map(counters(_, facts.startedMs))),
        "cautions" -> ujson.Arr.from(explanation.cautions)
      )
    )
  }

  private[report] def text(json: ujson.Obj): String = AsciiJson.write(json, indent = 2) + "\n"

  private[report] def application(facts: AppFacts): ujson.Obj = ujson.Obj(
    "id" -> facts.identity.id,
    "name" -> facts.identity.name,
    "sparkVersion" -> facts.identity.sparkVersion,
    "javaVersion" -> facts.identity.javaVersion,
    "seconds" -> seconds(facts.elapsedMs),
    "started" -> facts.startedMs.toDouble,
    "jobs" -> facts.jobs.size,
    "executors" -> facts.workers.size,
    "cores" -> facts.cores
  )

  private[report] def finding(finding: Finding): ujson.Obj = {
    val (lowMs, highMs) = finding.expectedRangeMs
    ujson.Obj(
      "code" -> finding.rule.code,
      "title" -> finding.rule.title,
      "stage" -> orNull(finding.stage)(ujson.Num(_)),
      "stages" -> ujson.Arr.from(finding.stages.toSeq.sorted),
      "rdd" -> orNull(finding.rdd)(ujson.Num(_)),
      "says" -> finding.summary,
      "evidence" -> ujson.Arr.from(finding.evidence),
      "fix" -> finding.fix,
      "beforeSeconds" -> seconds(finding.prediction.beforeMs),
      "afterSeconds" -> seconds(finding.prediction.afterMs),
      "afterRangeSeconds" -> ujson.Arr(seconds(lowMs), seconds(highMs)),
      "confidence" -> finding.confidence.name,
      "uncertain" -> reasons(finding.doubts),
      "origin" -> finding.rule.origin
    )
  }

  private def stage(stage: StageFacts, facts: AppFacts): ujson.Obj = ujson.Obj(
    "id" -> stage.id,
    "attempt" -> stage.attempt,
    "name" -> stage.name,
    "jobs" -> ujson.Arr.from(stage.jobs),
    "tasks" -> stage.tasks,
    "failed" -> stage.attempts.failed,
    "started" -> stage.fromMs.toDouble,
    "seconds" -> seconds(stage.elapsedMs),
    "taskSeconds" -> taskSeconds(stage.parts),
    "failedTaskSeconds" -> seconds(stage.attempts.wastedMs),
    "longestTaskSeconds" -> seconds(stage.longestMs),
    "medianTaskSeconds" -> seconds(stage.medianMs),
    "idleCoreSeconds" -> seconds(stage.idleMs(facts.slots(stage))),
    "uncertain" -> reasons(facts.doubts(stage).toSeq.sortBy(_.reason)),
    "inputBytes" -> stage.totals.input.bytes.toDouble,
    "outputBytes" -> stage.totals.output.bytes.toDouble,
    "shuffleReadBytes" -> stage.totals.shuffleReadBytes.toDouble,
    "shuffleWrittenBytes" -> stage.totals.shuffleWritten.bytes.toDouble,
    "memorySpilledBytes" -> stage.totals.spilled.memory.toDouble,
    "diskSpilledBytes" -> stage.totals.spilled.disk.toDouble
  )

  private def cache(cache: CacheFacts): ujson.Obj = ujson.Obj(
    "rdd" -> cache.rdd.id,
    "name" -> cache.rdd.name,
    "level" -> cache.rdd.level.fold("")(_.name),
    "partitions" -> cache.rdd.partitions,
    "stored" -> cache.stored.partitions,
    "bytes" -> cache.stored.bytes.toDouble,
    "drops" -> cache.evictions.count.toDouble,
    "droppedBytes" -> cache.evictions.bytes.toDouble,
    "droppedAgain" -> cache.evictions.repeated.toDouble,
    "readFrom" -> ujson.Obj(
      "memory" -> cache.use.reads.map(_.memory.count).sum,
      "disk" -> cache.use.reads.map(_.disk.count).sum,
      "nowhere" -> cache.use.reads.map(_.nowhere.count).sum
    )
  )

  private def node(node: NodeFacts, startedMs: Long): ujson.Obj = ujson.Obj(
    "host" -> node.host,
    "processors" -> node.processors,
    "directories" -> ujson.Arr.from(node.directories.map { case (path, device) =>
      ujson.Obj("path" -> path, "device" -> orNull(device)(ujson.Str(_)))
    }),
    "intervals" -> ujson.Arr.from(node.intervals.map { interval =>
      ujson.Obj(
        "from" -> seconds(interval.startMs - startedMs),
        "seconds" -> seconds(interval.lengthMs.toLong),
        "user" -> interval.userPercent,
        "system" -> interval.systemPercent,
        "iowait" -> interval.iowaitPercent,
        "cachedMiB" -> interval.cachedMiB,
        "dirtyMiB" -> interval.dirtyMiB,
        "disks" -> ujson.Obj.from(node.devices.zip(interval.disks).filterNot(_._2.isIdle).map { case (device, disk) =>
          device -> ujson.Obj(
            "readKiB" -> disk.readKiB.toDouble,
            "writtenKiB" -> disk.writtenKiB.toDouble,
            "busyMs" -> disk.busyMs
          )
        })
      )
    })
  )

  private def counters(sample: CounterSample, startedMs: Long): ujson.Obj = {
    val totals = sample.totals.toSeq.sorted.map { case (name, total) => name -> ujson.Num(total.toDouble) }
    ujson.Obj.from(("from" -> ujson.Num(seconds(sample.timeMs - startedMs))) +: totals)
  }

  private[report] def taskSeconds(parts: TimeParts): ujson.Obj =
    ujson.Obj.from(TimePart.all.map(part => part.name -> ujson.Num(seconds(parts.ms(part)))))

  private def reasons(doubts: Seq[Doubt]): ujson.Arr = ujson.Arr.from(doubts.map(_.reason))

  private[report] def orNull[T](value: Option[T])(json: T => ujson.Value): ujson.Value =
    value.fold[ujson.Value](ujson.Null)(json)

  private[report] def seconds(ms: Long): Double = ms / 1000.0
}
