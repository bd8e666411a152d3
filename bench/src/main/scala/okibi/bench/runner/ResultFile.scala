package okibi.bench.runner

import java.nio.charset.StandardCharsets.UTF_8
import java.nio.file.{Files, Path}

/** result.json: the rows and headlines of an experiment, with their context. */
object ResultFile {

  def write(
      file: Path,
      experiment: String,
      scale: String,
      context: RunContext,
      rows: Seq[ResultRow],
      headlines: Seq[Headline]
  ): Unit = {
    Files.createDirectories(file.toAbsolutePath.getParent)
    Files.write(
      file,
      (ujson.write(json(experiment, scale, context, rows, headlines), indent = 2) + "\n").getBytes(UTF_8)
    )
    ()
  }

  def json(
      experiment: String,
      scale: String,
      context: RunContext,
      rows: Seq[ResultRow],
      headlines: Seq[Headline]
  ): ujson.Obj = ujson.Obj(
    "experiment" -> experiment,
    "scale" -> scale,
    "context" -> context.json,
    "rows" -> ujson.Arr.from(rows.map(row)),
    "headlines" -> ujson.Arr.from(headlines.map(headline))
  )

  private def row(row: ResultRow): ujson.Obj = {
    val param = ujson.Obj(
      "experiment" -> row.experiment,
      "heap" -> row.variant.heap,
      "timed" -> row.variant.isTimed,
      "conf" -> ujson.Obj.from(row.variant.conf.map { case (key, value) => key -> ujson.Str(value) }),
      "args" -> row.variant.args
    )
    val json = ujson.Obj(
      "variant" -> row.variant.name,
      "param" -> param,
      "seconds" -> ujson.Arr.from(row.seconds.map(ujson.Num(_))),
      "median" -> row.median.map(ujson.Num(_)).getOrElse(ujson.Null),
      "metrics" -> ujson.Obj.from(row.metrics.toSeq.sortBy(_._1).map { case (name, value) =>
        name -> ujson.Num(value)
      }),
      "answer" -> row.answer.getOrElse(ujson.Null)
    )
    if (row.warmUpSeconds.nonEmpty) json("warmingSeconds") = ujson.Arr.from(row.warmUpSeconds.map(ujson.Num(_)))
    if (row.load.nonEmpty) json("load") = ujson.Arr.from(row.load.map(_.json))
    if (row.series.nonEmpty) json("series") = ujson.Arr.from(row.series.map(_.json))
    row.failure.foreach(reason => json("failed") = reason)
    json
  }

  private def headline(headline: Headline): ujson.Obj = {
    val json = ujson.Obj("name" -> headline.name, "value" -> headline.value, "unit" -> headline.unit)
    headline.paper.foreach(figure => json("paper") = figure)
    headline.range.foreach { case (least, most) => json("range") = ujson.Arr(least, most) }
    headline.unsteady.foreach(reason => json("unsteady") = reason)
    json
  }
}
