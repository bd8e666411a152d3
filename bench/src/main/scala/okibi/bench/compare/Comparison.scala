package okibi.bench.compare

import java.io.PrintWriter
import java.nio.file.Path

import okibi.bench.runner.{Headline, Noise, ResultTable}

/** `okibi bench compare`: two results of the same experiment beside each other, for example of two commits or of two
  * machines.
  */
final case class Comparison(a: SavedResult, b: SavedResult) {
  private val both: Seq[(SavedRow, SavedRow)] =
    for (row <- a.rows; other <- b.rows.find(_.key == row.key)) yield (row, other)

  /** Differences that make the results hard to compare, one line each. */
  def warnings: Seq[String] = {
    val context = Seq("experiment" -> (a.experiment, b.experiment), "scale" -> (a.scale, b.scale)) ++
      Seq("cores", "spark", "seed", "args").map(name => name -> (a.context(name), b.context(name)))
    context.collect { case (name, (left, right)) if left != right => s"$name differs: $left against $right" } ++
      both.collect { case (row, other) if row.work != other.work => s"${name(row)}: not the same work" } ++
      both.collect {
        case (row, other) if row.work == other.work && row.answer != other.answer =>
          s"${name(row)}: not the same answer"
      }
  }

  def lines: Seq[String] =
    Seq(s"A: ${origin(a)}", s"B: ${origin(b)}") ++ warnings.map("warning: " + _) ++
      table(
        Seq("variant", "median A s", "median B s", "B / A", "noise", "verdict"),
        both.map { case (row, other) => cells(row, other) }
      ) ++
      table(Seq("headline", "A", "B", "paper"), headlines) ++
      onlyIn("A", a.rows, b.rows) ++ onlyIn("B", b.rows, a.rows) ++ singleRuns

  private def origin(result: SavedResult): String =
    s"${result.file} (${result.experiment} ${result.scale}, commit ${result.context("commit")}, " +
      s"${result.context("time")})"

  private def name(row: SavedRow): String =
    if (row.key._1 == a.experiment) row.key._2 else s"${row.key._1}: ${row.key._2}"

  private def table(header: Seq[String], rows: Seq[Seq[String]]): Seq[String] =
    if (rows.isEmpty) Nil else Seq("", ResultTable(header, rows))

  private def cells(row: SavedRow, other: SavedRow): Seq[String] = {
    val seconds = Seq(row, other).map(_.median.map(s => f"$s%.2f").getOrElse("failed"))
    val verdict = Verdict(row, other)
    (name(row) +: seconds) ++ Seq(
      verdict.map(v => f"${v.ratio}%.2f").getOrElse("-"),
      verdict.map(v => f"${v.band * 100}%.0f %%").getOrElse("-"),
      verdict.map(_.text).getOrElse("cannot be compared")
    )
  }

  private def headlines: Seq[Seq[String]] = {
    val names = (a.headlines ++ b.headlines).map(_.name).distinct
    names.map { name =>
      val sides = Seq(a, b).map(_.headlines.find(_.name == name))
      (name +: sides.map(_.map(_.text).getOrElse("-"))) :+ sides.flatten
        .flatMap(_.paper)
        .headOption
        .map(Headline.number)
        .getOrElse("-")
    }
  }

  private def onlyIn(side: String, rows: Seq[SavedRow], others: Seq[SavedRow]): Seq[String] = {
    val missing = rows.filterNot(row => others.exists(_.key == row.key))
    if (missing.isEmpty) Nil else Seq("", s"only in $side: ${missing.map(name).mkString(", ")}")
  }

  private def singleRuns: Seq[String] =
    if (!both.exists { case (row, other) => row.seconds.size == 1 || other.seconds.size == 1 }) Nil
    else
      Seq(
        "",
        f"Single runs do not show their noise: ${Noise.betweenRuns * 100}%.0f %% is assumed. Use --runs 3 to measure " +
          "it."
      )
}

object Comparison {

  /** @return 0: a difference is no failure
    * @throws okibi.bench.runner.UsageException for a file that is no result
    */
  def run(a: Path, b: Path, print: PrintWriter): Int = {
    Comparison(SavedResult.read(a), SavedResult.read(b)).lines.foreach(line => print.println(line))
    print.flush()
    0
  }
}
