package okibi.bench.runner

/** Judges whether the figures of a variant are steady. The figure that is compared is the median of a few interleaved
  * runs, which one odd run does not move. It is trusted while most runs agree, by the median absolute deviation, and
  * while most of them had the machine to themselves.
  */
object Noise {

  /** Limit of the median absolute deviation of the runs' seconds, as a share of their median. Of three runs, the
    * deviation is the distance from the middle run to the one nearer to it.
    */
  val deviationLimit = 0.10

  /** Limit of the share of all processors' time that other programs take in most runs. */
  val foreignLimit = 0.10

  /** The same limit for other guests of the host. */
  val stealLimit = 0.05

  /** How far two single runs of the same work, one after the other, may differ on a shared machine, as a share. */
  val betweenRuns = 0.10

  /** The headlines of an experiment with their ranges, and with the reason why one is unsteady: its own runs, or those
    * of a variant behind it.
    *
    * @param headlines computes them from rows
    */
  def judged(headlines: Seq[ResultRow] => Seq[Headline], rows: Seq[ResultRow]): Seq[Headline] = {
    val rounds =
      rows
        .filter(row => row.variant.isTimed && row.failure.isEmpty)
        .map(_.seconds.size)
        .reduceOption(_ min _)
        .getOrElse(0)
    lazy val alone = (0 until rounds).map(round => headlines(rows.map(_.run(round))))
    headlines(rows).map { headline =>
      if (!headline.timed) headline
      else {
        val figures =
          if (headline.runFigures.nonEmpty) headline.runFigures
          else alone.flatMap(_.find(_.name == headline.name)).map(_.value)
        val range =
          if (figures.size > 1) Some((math.min(figures.min, headline.value), math.max(figures.max, headline.value)))
          else None
        headline.copy(range = range, unsteady = unsteady(headline, rows))
      }
    }
  }

  private def unsteady(headline: Headline, rows: Seq[ResultRow]): Option[String] = {
    def isBehind(row: ResultRow): Boolean =
      row.variant.isTimed && (headline.variants.isEmpty || headline.variants.contains(row.variant.name))
    def firstReason(reasonOf: ResultRow => Option[String]): Option[String] =
      rows.filter(isBehind).flatMap(row => reasonOf(row).map(reason => s"${row.variant.name}: $reason")).headOption
    if (headline.runFigures.isEmpty) firstReason(of)
    else deviating(headline.runFigures, unit = "").orElse(firstReason(row => loaded(row.load)))
  }

  /** Why a row's seconds are unsteady, with the figures; none when they can be trusted. */
  def of(row: ResultRow): Option[String] = deviating(row.seconds).orElse(loaded(row.load))

  /** Why the figures of some runs are unsteady, whatever the load of the machine.
    *
    * @param unit with a space before it, or empty
    */
  def deviating(runs: Seq[Double], unit: String = " s"): Option[String] =
    if (runs.isEmpty || Stats.deviation(runs) <= deviationLimit) None
    else
      Some(
        s"runs of ${runs.map(r => f"$r%.2f").mkString(", ")}$unit deviate by ${percent(Stats.deviation(runs))}, " +
          s"at most ${percent(deviationLimit)} is steady"
      )

  private def loaded(load: Seq[MachineLoad]): Option[String] =
    if (load.isEmpty) None
    else {
      val (foreign, steal) = (Stats.median(load.map(_.foreign)), Stats.median(load.map(_.steal)))
      if (foreign > foreignLimit)
        Some(s"other programs took ${percent(foreign)} of the processors, at most ${percent(foreignLimit)} is steady")
      else if (steal > stealLimit)
        Some(s"the host took ${percent(steal)} of the processors for others, at most ${percent(stealLimit)} is steady")
      else None
    }

  private def percent(share: Double): String = f"${share * 100}%.0f %%"
}
