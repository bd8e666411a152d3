package okibi.explain.report

import okibi.explain.diagnosis.Explanation
import okibi.explain.compare.{Comparison, GroupPair, SettingPair, StageGroup}
import okibi.explain.facts.Part

/** A comparison for programs; docs/explain.md describes its fields. */
object CompareJson {
  private val schema = 1

  def apply(comparison: Comparison): String = ujson.write(
    ujson.Obj(
      "schema" -> schema,
      "verdict" -> CompareReport.verdict(comparison),
      "a" -> run(comparison.first),
      "b" -> run(comparison.second),
      "ratio" -> comparison.ratio,
      "settings" -> ujson.Arr.from(comparison.settings.map(setting)),
      "gone" -> ujson.Arr.from(comparison.gone.map(JsonReport.finding)),
      "new" -> ujson.Arr.from(comparison.added.map(JsonReport.finding)),
      "stages" -> ujson.Arr.from(comparison.groups.map(group))
    ),
    indent = 2,
    escapeUnicode = true
  ) + "\n"

  private def run(its: Explanation): ujson.Obj =
    ujson.Obj("application" -> JsonReport.application(its.facts), "cautions" -> ujson.Arr.from(its.cautions))

  private def setting(its: SettingPair): ujson.Obj =
    ujson.Obj("key" -> its.key, "a" -> orNull(its.first.map(ujson.Str(_))), "b" -> orNull(its.second.map(ujson.Str(_))))

  private def group(its: GroupPair): ujson.Obj =
    ujson.Obj("name" -> its.name, "a" -> orNull(its.first.map(stages)), "b" -> orNull(its.second.map(stages)))

  private def stages(its: StageGroup): ujson.Value = ujson.Obj(
    "stages" -> its.stages.size,
    "tasks" -> its.tasks,
    "seconds" -> its.elapsedMs / 1000.0,
    "isUncertain" -> its.isUncertain,
    "taskSeconds" -> ujson.Obj.from(Part.all.map(part => part.name -> ujson.Num(its.parts(part) / 1000.0))),
    "bytes" -> ujson.Obj.from(its.bytes.map { case (what, bytes) => what -> ujson.Num(bytes.toDouble) })
  )

  private def orNull(value: Option[ujson.Value]): ujson.Value = value.getOrElse(ujson.Null)
}
