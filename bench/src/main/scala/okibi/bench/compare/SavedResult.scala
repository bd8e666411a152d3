package okibi.bench.compare

import java.io.IOException
import java.nio.file.{Files, Path}

import scala.util.control.NonFatal

import okibi.bench.runner.{Headline, Noise, Stats, UsageException}

/** A result.json that was read back.
  *
  * @param json the context of the run
  * @param rows the timed rows
  */
final case class SavedResult(
    file: Path,
    experiment: String,
    scale: String,
    json: ujson.Obj,
    rows: Seq[SavedRow],
    headlines: Seq[SavedHeadline]
) {

  /** A value of the run's context as text. Arguments are without those that only say where results go. */
  def context(name: String): String = json.value.get(name) match {
    case Some(args: ujson.Arr) => SavedResult.withoutPlaces(args.arr.map(_.str).toList).mkString(" ")
    case Some(ujson.Str(text)) => text
    case Some(other) => ujson.write(other)
    case None => "unknown"
  }
}

/** @param key     experiment and variant, which identify a row within its file
  * @param work    heap and arguments of the job, which must be equal in compared rows
  * @param failure why there is no median
  */
final case class SavedRow(
    key: (String, String),
    work: ujson.Value,
    seconds: Seq[Double],
    answer: ujson.Value,
    failed: Option[String]
) {
  def median: Option[Double] = if (failed.isEmpty && seconds.nonEmpty) Some(Stats.median(seconds)) else None

  /** Uncertainty of the median to either side, as a share of the median: half of the spread of the runs. A single run
    * shows no spread; for it, half of what single runs are known to differ by.
    */
  def uncertainty: Double = if (seconds.size > 1) Stats.spread(seconds) / 2 else Noise.betweenRuns / 2
}

final case class SavedHeadline(name: String, value: Option[Double], unit: String, paper: Option[Double]) {
  def text: String = value.map(figure => s"${Headline.number(figure)} $unit").getOrElse("too noisy")
}

object SavedResult {

  /** @throws UsageException for a file that is no result */
  def read(file: Path): SavedResult =
    try of(file, ujson.read(Files.readAllBytes(file)))
    catch {
      case e: IOException => throw refused(file, s"it cannot be read (${e.getClass.getSimpleName})")
      case NonFatal(_) => throw refused(file, "it is not the result of an experiment")
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
