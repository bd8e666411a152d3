package okibi.explain.page

import okibi.explain.Explanation
import okibi.explain.facts.{AppFacts, Part, StageFacts}
import okibi.explain.finding.Finding
import okibi.explain.text.TextReport

/** The report for programs; docs/explain.md describes its fields. */
object JsonReport {
  private val schema = 1

  def apply(explanation: Explanation): String = ujson.write(ujson.Obj(
    "schema" -> schema,
    "verdict" -> TextReport.verdict(explanation),
    "application" -> application(explanation.facts),
    "findings" -> ujson.Arr.from(explanation.findings.map(finding)),
    "stages" -> ujson.Arr.from(explanation.facts.stages.map(stage)),
    "cautions" -> ujson.Arr.from(explanation.cautions)), indent = 2) + "\n"

  private def application(facts: AppFacts): ujson.Obj = ujson.Obj(
    "id" -> facts.id, "name" -> facts.name, "sparkVersion" -> facts.sparkVersion, "javaVersion" -> facts.javaVersion, "seconds" -> seconds(facts.elapsedMs),
    "started" -> facts.started.toDouble, "jobs" -> facts.jobs.size, "executors" -> facts.executors.size, "cores" -> facts.cores)

  private def finding(its: Finding): ujson.Obj = ujson.Obj(
    "code" -> its.rule.code, "title" -> its.rule.title, "stage" -> its.stage.fold[ujson.Value](ujson.Null)(ujson.Num(_)), "says" -> its.says,
    "evidence" -> ujson.Arr.from(its.evidence), "fix" -> its.fix, "beforeSeconds" -> seconds(its.outcome.before), "afterSeconds" -> seconds(its.outcome.after),
    "confidence" -> its.confidence.name, "origin" -> its.rule.origin)

  private def stage(its: StageFacts): ujson.Obj = ujson.Obj(
    "id" -> its.id, "attempt" -> its.attempt, "name" -> its.name, "jobs" -> ujson.Arr.from(its.jobs), "tasks" -> its.tasks, "failed" -> its.failed,
    "started" -> its.from.toDouble, "seconds" -> seconds(its.elapsedMs),
    "taskSeconds" -> ujson.Obj.from(Part.all.map(part => part.name -> ujson.Num(seconds(its.parts(part))))), "failedTaskSeconds" -> seconds(its.wasted),
    "inputBytes" -> its.totals.input.bytes.toDouble, "outputBytes" -> its.totals.output.bytes.toDouble,
    "shuffleReadBytes" -> its.totals.shuffleRead.toDouble, "shuffleWrittenBytes" -> its.totals.shuffleWritten.bytes.toDouble,
    "memorySpilledBytes" -> its.totals.memorySpilled.toDouble, "diskSpilledBytes" -> its.totals.diskSpilled.toDouble)

  private def seconds(ms: Long): Double = ms / 1000.0
}
