package okibi.spark.scale

/** How far a step is, on one line of the terminal. */
object ProgressLine {
  def show(what: String, done: Int, all: Int): Unit = {
    System.err.print(s"\r$what: $done of $all")
    if (done == all) System.err.println()
  }
}
