package okibi.spark.sql.prune

/** What Spark checks only where it runs its own tests. `UTF8String.compareTo`, for one, refuses to work there from Spark 4.0 on, because
  * it knows no collation.
  */
object SparksTests {

  /** Runs the body with Spark's checks. */
  def as[T](body: => T): T = {
    val before = System.setProperty("spark.testing", "true")
    try body
    finally if (before == null) System.clearProperty("spark.testing") else System.setProperty("spark.testing", before)
  }
}
