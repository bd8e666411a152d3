package okibi.bench.compare

import java.io.IOException
import java.nio.file.{Files, Path}

import scala.util.control.NonFatal

import okibi.bench.runner.{Headline, Noise, Stats, UsageException}

/** A result.json, as it is read back.
  *
  * @param rows the timed ones
  */
final case class SavedResult(
    file: Path,
    experiment: String,
    scale: String,
    context: ujson.Obj,
    rows: Seq[SavedRow],
    headlines: Seq[SavedHeadline]
) {

  /** A value of the context as text; args without what says only where results go. */
  def fact(name: String): String = context.value.get(name) match {
    case Some(args: ujson.Arr) => SavedResult.withoutPlaces(args.arr.map(_.str).toList).mkString(" ")
    case Some(ujson.Str(text)) => text
    case Some(other) => ujson.write(other)
    case None => "unknown"
  }
}

/** @param key    experiment and variant, which name a row within its file
  * @param work   heap and arguments of the job: what must be the same in rows that are compared
  * @param failed why there is no median
  */
final case class SavedRow(
    key: (String, String),
    work: ujson.Value,
    seconds: Seq[Double],
    answer: ujson.Value,
    failed: Option[String]
) {
  def median: Option[Double] = if (failed.isEmpty && seconds.nonEmpty) Some(Stats.median(seconds)) else None

  /** How far the median may be off to either side, as a share of it: half of the spread of the runs. One run shows none, so it is half of
    * what single runs are known to lie apart.
    */
  def uncertainty: Double = if (seconds.size > 1) Stats.spread(seconds) / 2 else Noise.betweenRuns / 2
}

final case class SavedHeadline(name: String, value: Option[Double], unit: String, paper: Option[Double]) {
  def text: String = value.map(figure => s"${Headline.number(figure)} $unit").getOrElse("too noisy")
}

object SavedResult {

  /** @throws UsageException for a file that is none */
  def read(file: Path): SavedResult =
    try of(file, ujson.read(Files.readAllBytes(file)))
    catch {
      case e: IOException => throw refused(file, s"it cannot be read (${e.getClass.getSimpleName})")
      case NonFatal(_) => throw refused(file, "it is no result of an experiment")
    }

  private def refused(file: Path, reason: String) =
    new UsageException(s"$file: $reason. Give the result.json that an experiment wrote into its --out folder.")

  private def of(file: Path, json: ujson.Value): SavedResult = SavedResult(
    file,
    json("experiment").str,
    json("scale").str,
    ujson.Obj(json("context").obj),
    json("rows").arr.filter(_("param")("timed").bool).map(row).toSeq,
    json("headlines").arr.map(headline).toSeq
  )

  private def row(json: ujson.Value): SavedRow = {
    val param = json("param")
    SavedRow(
      (param("experiment").str, json("variant").str),
      ujson.Obj("heap" -> param("heap"), "args" -> param("args")),
      json("seconds").arr.map(_.num).toSeq,
      json("answer"),
      json.obj.get("failed").map(_.str)
    )
  }

  private def headline(json: ujson.Value): SavedHeadline =
    SavedHeadline(json("name").str, json("value").numOpt, json("unit").str, json.obj.get("paper").map(_.num))

  private def withoutPlaces(args: List[String]): List[String] = args match {
    case ("--out" | "--jfr") :: _ :: rest => withoutPlaces(rest)
    case arg :: rest if arg.startsWith("--out=") || arg.startsWith("--jfr=") => withoutPlaces(rest)
    case arg :: rest => arg :: withoutPlaces(rest)
    case Nil => Nil
  }
}
