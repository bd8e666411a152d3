package okibi.bench.benchmark

import okibi.bench.query.QuerySample
import okibi.bench.runner.{ResultRow, Stats}

/** Median seconds of each query of a variant, over its passes. */
final case class QueryTimes(seconds: Map[String, Double]) {

  /** The time of each query as a share of its time in `other`. */
  def ratiosTo(other: QueryTimes): Map[String, Double] =
    for ((query, time) <- seconds; base <- other.seconds.get(query) if base > 0) yield query -> time / base

  /** The faster time of each query, of two ways to the same answers. */
  def betterOf(other: QueryTimes): QueryTimes =
    QueryTimes(for ((query, time) <- seconds; base <- other.seconds.get(query)) yield query -> math.min(time, base))
}

object QueryTimes {

  /** The times of a row that did not fail. */
  def of(row: ResultRow): QueryTimes = of(row, row.variant.args("passes").num.toInt)

  /** The times over the first passes only, to compare with a variant that ran no more passes. */
  def of(row: ResultRow, passes: Int): QueryTimes = QueryTimes((for {
    query <- row.variant.args("queries").arr.map(_.str)
    runs = (1 to passes).flatMap(pass => row.metrics.get(QuerySample.secondsOf(query, pass)))
    if runs.nonEmpty
  } yield query -> Stats.median(runs)).toMap)
}
