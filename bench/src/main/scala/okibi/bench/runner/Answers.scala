package okibi.bench.runner

/** Compares answers: variants that do the same work, that is the same job with the same arguments, must give the same
  * answer.
  */
object Answers {

  /** Whether the row's answer equals that of the first row with the same work; none when the row has no answer. */
  def same(row: ResultRow, rows: Seq[ResultRow]): Option[Boolean] =
    row.answer.map(answer => expected(row, rows).forall(_ == answer))

  /** One line for each row whose answer differs. Of an answer in parts, only the parts that differ. */
  def differences(rows: Seq[ResultRow]): Seq[String] =
    for {
      row <- rows
      if same(row, rows).contains(false)
      answer <- row.answer
      before <- expected(row, rows)
    } yield {
      val (given, wanted) = onlyDifferent(answer, before)
      s"${row.experiment}: ${row.variant.name} answers $given, but the same work gave $wanted before"
    }

  private def onlyDifferent(a: ujson.Value, b: ujson.Value): (ujson.Value, ujson.Value) = (a, b) match {
    case (a: ujson.Obj, b: ujson.Obj) if a.value.keySet == b.value.keySet =>
      val keys = a.value.keys.filter(key => a(key) != b(key)).toSeq
      (ujson.Obj.from(keys.map(key => key -> a(key))), ujson.Obj.from(keys.map(key => key -> b(key))))
    case _ => (a, b)
  }

  private def expected(row: ResultRow, rows: Seq[ResultRow]): Option[ujson.Value] =
    rows.find(other => work(other) == work(row) && other.answer.isDefined).flatMap(_.answer)

  private def work(row: ResultRow): (String, ujson.Value) = (row.variant.job, row.variant.args)
}
