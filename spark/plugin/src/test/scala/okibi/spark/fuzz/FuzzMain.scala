package okibi.spark.fuzz

/** Random programs until a time is over, `dev/fuzz`: of queries and of RDDs in turn. */
object FuzzMain {

  /** @param args the minutes, and the first seed */
  def main(args: Array[String]): Unit = {
    val (minutes, first) = (args(0).toDouble, args(1).toLong)
    val endsNs = System.nanoTime() + (minutes * 60e9).toLong
    def isOver: Boolean = System.nanoTime() >= endsNs
    var (queries, inDuck, rdds, differences, seed) = (0, 0, 0, 0, first)
    while (!isOver && differences < mostDifferences) {
      val ofQueries = new QueryFuzz(seed, println(_))
      ofQueries.run(isOver || ofQueries.programs >= 160 || ofQueries.differences >= mostDifferences)
      val ofRdds = new RddFuzz(seed, println(_))
      ofRdds.run(isOver || ofRdds.programs >= 50 || ofRdds.differences >= mostDifferences)
      queries += ofQueries.programs
      inDuck += ofQueries.answeredByDuckDb
      rdds += ofRdds.programs
      differences += ofQueries.differences + ofRdds.differences
      println(s"seed $seed: $queries queries ($inDuck in DuckDB too), $rdds programs of RDDs, $differences differences")
      seed += 1
    }
    if (differences > 0) sys.exit(1)
  }

  private val mostDifferences = 10
}
