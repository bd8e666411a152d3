package okibi.explain.page

import okibi.explain.Explanation
import okibi.explain.facts.{AppFacts, CacheFacts, Doubt, NodeFacts, Part, StageFacts}
import okibi.explain.finding.Finding
import okibi.explain.text.TextReport

/** The report for programs; docs/explain.md describes its fields. */
object JsonReport {
  private val schema = 1

  def apply(explanation: Explanation): String = ujson.write(
    ujson.Obj(
      "schema" -> schema,
      "verdict" -> TextReport.verdict(explanation),
      "application" -> application(explanation.facts),
      "findings" -> ujson.Arr.from(explanation.findings.map(finding)),
      "notes" -> ujson.Arr.from(explanation.notes.map(finding)),
      "stages" -> ujson.Arr.from(explanation.facts.stages.map(stage(_, explanation.facts))),
      "nodes" -> ujson.Arr.from(explanation.facts.nodes.map(node(_, explanation.facts.started))),
      "caches" -> ujson.Arr.from(explanation.facts.caches.map(cache)),
      "counters" -> ujson.Arr.from(explanation.facts.counters.map { case (time, figures) =>
        ujson.Obj.from(("from" -> ujson.Num(seconds(time - explanation.facts.started))) +: figures.toSeq.sorted.map {
          case (name, value) => name -> ujson.Num(value.toDouble)
        })
      }),
      "cautions" -> ujson.Arr.from(explanation.cautions)
    ),
    indent = 2,
    escapeUnicode = true
  ) + "\n"

  private[page] def application(facts: AppFacts): ujson.Obj = ujson.Obj(
    "id" -> facts.id,
    "name" -> facts.name,
    "sparkVersion" -> facts.sparkVersion,
    "javaVersion" -> facts.javaVersion,
    "seconds" -> seconds(facts.elapsedMs),
    "started" -> facts.started.toDouble,
    "jobs" -> facts.jobs.size,
    "executors" -> facts.workers.size,
    "cores" -> facts.cores
  )

  private[page] def finding(its: Finding): ujson.Obj = ujson.Obj(
    "code" -> its.rule.code,
    "title" -> its.rule.title,
    "stage" -> its.stage.fold[ujson.Value](ujson.Null)(ujson.Num(_)),
    "stages" -> ujson.Arr.from(its.stages.toSeq.sorted),
    "rdd" -> its.rdd.fold[ujson.Value](ujson.Null)(ujson.Num(_)),
    "says" -> its.says,
    "evidence" -> ujson.Arr.from(its.evidence),
    "fix" -> its.fix,
    "beforeSeconds" -> seconds(its.outcome.before),
    "afterSeconds" -> seconds(its.outcome.after),
    "afterRangeSeconds" -> ujson.Arr(seconds(its.range._1), seconds(its.range._2)),
    "confidence" -> its.confidence.name,
    "uncertain" -> doubts(its.doubts),
    "origin" -> its.rule.origin
  )

  private def stage(its: StageFacts, facts: AppFacts): ujson.Obj = ujson.Obj(
    "id" -> its.id,
    "attempt" -> its.attempt,
    "name" -> its.name,
    "jobs" -> ujson.Arr.from(its.jobs),
    "tasks" -> its.tasks,
    "failed" -> its.failed,
    "started" -> its.from.toDouble,
    "seconds" -> seconds(its.elapsedMs),
    "taskSeconds" -> ujson.Obj.from(Part.all.map(part => part.name -> ujson.Num(seconds(its.parts(part))))),
    "failedTaskSeconds" -> seconds(its.wasted),
    "longestTaskSeconds" -> seconds(its.longestMs),
    "medianTaskSeconds" -> seconds(its.medianMs),
    "idleCoreSeconds" -> seconds(its.idleMs(facts.slots(its))),
    "uncertain" -> doubts(facts.doubts(its).toSeq.sortBy(_.says)),
    "inputBytes" -> its.totals.input.bytes.toDouble,
    "outputBytes" -> its.totals.output.bytes.toDouble,
    "shuffleReadBytes" -> its.totals.shuffleRead.toDouble,
    "shuffleWrittenBytes" -> its.totals.shuffleWritten.bytes.toDouble,
    "memorySpilledBytes" -> its.totals.memorySpilled.toDouble,
    "diskSpilledBytes" -> its.totals.diskSpilled.toDouble
  )

  private def cache(its: CacheFacts): ujson.Obj = ujson.Obj(
    "rdd" -> its.rdd.id,
    "name" -> its.rdd.name,
    "level" -> its.rdd.level.fold("")(_.name),
    "partitions" -> its.rdd.partitions,
    "stored" -> its.stored,
    "bytes" -> its.bytes.toDouble,
    "drops" -> its.drops.toDouble,
    "droppedBytes" -> its.droppedBytes.toDouble,
    "droppedAgain" -> its.droppedAgain.toDouble,
    "readFrom" -> ujson.Obj(
      "memory" -> its.reads.map(_.memory.count).sum,
      "disk" -> its.reads.map(_.disk.count).sum,
      "nowhere" -> its.reads.map(_.nowhere.count).sum
    )
  )

  private def node(its: NodeFacts, started: Long): ujson.Obj = ujson.Obj(
    "host" -> its.host,
    "processors" -> its.processors,
    "directories" -> ujson.Arr.from(its.directories.map { case (path, device) =>
      ujson.Obj("path" -> path, "device" -> device.fold[ujson.Value](ujson.Null)(ujson.Str(_)))
    }),
    "intervals" -> ujson.Arr.from(its.intervals.map { interval =>
      ujson.Obj(
        "from" -> seconds(interval.startMs - started),
        "seconds" -> seconds(interval.lengthMs.toLong),
        "user" -> interval.userPercent,
        "system" -> interval.systemPercent,
        "iowait" -> interval.iowaitPercent,
        "cachedMiB" -> interval.cachedMiB,
        "dirtyMiB" -> interval.dirtyMiB,
        "disks" -> ujson.Obj.from(its.devices.zip(interval.disks).filterNot(_._2.isIdle).map { case (device, disk) =>
          device -> ujson
            .Obj("readKiB" -> disk.readKiB.toDouble, "writtenKiB" -> disk.writtenKiB.toDouble, "busyMs" -> disk.busyMs)
        })
      )
    })
  )

  private def doubts(some: Seq[Doubt]): ujson.Arr = ujson.Arr.from(some.map(_.says))

  private def seconds(ms: Long): Double = ms / 1000.0
}
