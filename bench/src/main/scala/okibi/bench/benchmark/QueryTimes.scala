package okibi.bench.benchmark

import okibi.bench.query.QuerySample
import okibi.bench.runner.{Row, Stats}

/** Median seconds of each query of a variant, over its passes. */
final case class QueryTimes(seconds: Map[String, Double]) {

  /** Per query, this one's time as a share of the other's. */
  def ratiosTo(other: QueryTimes): Map[String, Double] =
    for ((query, own) <- seconds; others <- other.seconds.get(query) if others > 0) yield query -> own / others

  /** Of two ways to the same answers, the faster one for each query. */
  def betterOf(other: QueryTimes): QueryTimes =
    QueryTimes(for ((query, own) <- seconds; others <- other.seconds.get(query)) yield query -> math.min(own, others))
}

object QueryTimes {

  /** Of a row that did not fail. */
  def of(row: Row): QueryTimes = of(row, row.variant.args("passes").num.toInt)

  /** The same over the first passes only, to stand beside a variant that made no more. */
  def of(row: Row, passes: Int): QueryTimes = QueryTimes((for {
    query <- row.variant.args("queries").arr.map(_.str)
    runs = (1 to passes).flatMap(pass => row.metrics.get(QuerySample.secondsOf(query, pass)))
    if runs.nonEmpty
  } yield query -> Stats.median(runs)).toMap)
}
