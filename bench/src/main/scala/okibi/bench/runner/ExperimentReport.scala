package okibi.bench.runner

import okibi.report.Chart

/** What to report of an experiment. Every function is given all rows of the experiment.
  *
  * @param columns   of the table, after variant and seconds
  * @param headlines the figures that the experiment is about
  * @param details   further texts, printed below the table
  * @param charts    of the page; without any, the page has the seconds of each variant
  * @param says      the result on this machine, in one sentence with its figures
  */
final case class ExperimentReport(
    columns: Seq[Column] = Nil,
    headlines: Seq[ResultRow] => Seq[Headline] = _ => Nil,
    details: Seq[ResultRow] => Seq[String] = _ => Nil,
    charts: Seq[ResultRow] => Seq[Chart] = _ => Nil,
    says: Seq[ResultRow] => Option[String] = _ => None
)

/** A column of an experiment's table: the text for a row, given all rows. */
final case class Column(title: String, text: (ResultRow, Seq[ResultRow]) => String)

object Column {

  /** The column of a metric; `-` in rows that do not have it. */
  def metric(title: String, name: String)(show: Double => String): Column =
    Column(title, (row, _) => row.metrics.get(name).fold("-")(show))
}
