package okibi.explain.report

import okibi.explain.compare.{GroupPair, RunComparison, SettingPair, StageGroup}
import okibi.explain.diagnosis.Explanation
import okibi.explain.facts.TimePart

/** A comparison for programs; docs/explain.md describes its fields. */
object CompareJsonReport {
  private val schema = 1

  def apply(comparison: RunComparison): String = JsonReport.text(
    ujson.Obj(
      "schema" -> schema,
      "verdict" -> CompareTextReport.verdict(comparison),
      "a" -> run(comparison.first),
      "b" -> run(comparison.second),
      "ratio" -> comparison.ratio,
      "settings" -> ujson.Arr.from(comparison.settings.map(setting)),
      "gone" -> ujson.Arr.from(comparison.gone.map(JsonReport.finding)),
      "new" -> ujson.Arr.from(comparison.added.map(JsonReport.finding)),
      "stages" -> ujson.Arr.from(comparison.groups.map(group))
    )
  )

  private def run(run: Explanation): ujson.Obj =
    ujson.Obj("application" -> JsonReport.application(run.facts), "cautions" -> ujson.Arr.from(run.cautions))

  private def setting(pair: SettingPair): ujson.Obj = ujson.Obj(
    "key" -> pair.key,
    "a" -> JsonReport.orNull(pair.first)(ujson.Str(_)),
    "b" -> JsonReport.orNull(pair.second)(ujson.Str(_))
  )

  private def group(pair: GroupPair): ujson.Obj = ujson.Obj(
    "name" -> pair.name,
    "a" -> JsonReport.orNull(pair.first)(stages),
    "b" -> JsonReport.orNull(pair.second)(stages)
  )

  private def stages(group: StageGroup): ujson.Value = ujson.Obj(
    "stages" -> group.stages.size,
    "tasks" -> group.tasks,
    "seconds" -> JsonReport.seconds(group.elapsedMs),
    "isUncertain" -> group.isUncertain,
    "taskSeconds" -> JsonReport.taskSeconds(group.parts),
    "bytes" -> ujson.Obj.from(group.bytes.map { case (kind, bytes) => kind -> ujson.Num(bytes.toDouble) })
  )
}
