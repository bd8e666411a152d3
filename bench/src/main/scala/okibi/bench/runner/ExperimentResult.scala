package okibi.bench.runner

/** An experiment with the rows that its runs gave and the headlines of these rows. */
final case class ExperimentResult(experiment: Experiment, rows: Seq[ResultRow], headlines: Seq[Headline]) {

  /** Failed variants and different answers, one line each. A way of a contest may fail: another one counts then. */
  def errors: Seq[String] =
    rows
      .filter(_.variant.role != VariantRole.Candidate)
      .flatMap(row => row.failure.map(reason => s"${row.experiment}: ${row.variant.name} failed: $reason")) ++
      Answers.differences(rows)
}
