package okibi.bench.runner

import java.nio.file.Path

/** An experiment and what its runs gave. */
final case class Measured(experiment: Experiment, rows: Seq[Row], headlines: Seq[Headline]) {

  /** What went wrong, a line each. */
  def errors: Seq[String] =
    rows.flatMap(row => row.failed.map(reason => s"${row.experiment}: ${row.variant.name} failed: $reason")) ++ Answers
      .differences(rows)
}

/** What came of a campaign.
  *
  * @param errors a line each; none when every variant ran and came to the same answer
  * @param page   what there is to look at, if anything was measured
  */
final case class CampaignOutcome(headlines: Seq[Headline], errors: Seq[String], page: Option[Path] = None) {
  def exitCode: Int = if (errors.isEmpty) 0 else 1
}
