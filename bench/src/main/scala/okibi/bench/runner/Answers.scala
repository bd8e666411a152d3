package okibi.bench.runner

/** Variants that do the same work, that is the same job with the same arguments, must come to the same answer. */
object Answers {

  /** Whether the row's answer is that of the first row with the same work; nothing when the row has no answer. */
  def same(row: Row, rows: Seq[Row]): Option[Boolean] = row.answer.map(answer => expected(row, rows).forall(_ == answer))

  /** One line for each row whose answer differs. */
  def differences(rows: Seq[Row]): Seq[String] =
    rows.filter(row => same(row, rows).contains(false)).map { row =>
      s"${row.experiment}: ${row.variant.name} answers ${row.answer.getOrElse(ujson.Null)}, but the same work gave " +
        s"${expected(row, rows).getOrElse(ujson.Null)} before"
    }

  private def expected(row: Row, rows: Seq[Row]): Option[ujson.Value] =
    rows.find(other => work(other) == work(row) && other.answer.isDefined).flatMap(_.answer)

  private def work(row: Row): (String, ujson.Value) = (row.variant.job, row.variant.args)
}
