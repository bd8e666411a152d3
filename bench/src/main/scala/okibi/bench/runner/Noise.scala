package okibi.bench.runner

/** When the figures of a variant are unsteady. The figure that is compared is the median of a few interleaved runs, which one odd
  * run does not move; so it is trusted while most runs agree, by the median absolute deviation, and while most of them had the
  * machine to themselves.
  */
object Noise {

  /** Median absolute deviation of the runs' seconds, as a share of their median. Of three runs it is the distance from the one in
    * the middle to the one nearer to it.
    */
  val deviationLimit = 0.10

  /** Share of all processors' time that other programs may take in most runs. */
  val foreignLimit = 0.10

  /** The same for other guests of the host. */
  val stealLimit = 0.05

  /** How far the medians of two single runs of the same thing, one after the other, may lie apart on a shared machine. */
  val betweenRuns = 0.10

  /** The headlines of an experiment with their ranges, and with what makes one unsteady, of its own runs or of those of a variant behind it.
    *
    * @param headlines from rows
    */
  def judged(headlines: Seq[Row] => Seq[Headline], rows: Seq[Row]): Seq[Headline] = {
    val rounds =
      rows.filter(row => row.variant.timed && row.failed.isEmpty).map(_.seconds.size).reduceOption(_ min _).getOrElse(0)
    lazy val alone = (0 until rounds).map(round => headlines(rows.map(_.run(round))))
    headlines(rows).map { headline =>
      if (!headline.timed) headline
      else {
        val figures =
          if (headline.each.nonEmpty) headline.each else alone.flatMap(_.find(_.name == headline.name)).map(_.value)
        val range =
          if (figures.size > 1) Some((math.min(figures.min, headline.value), math.max(figures.max, headline.value)))
          else None
        headline.copy(range = range, unsteady = unsteady(headline, rows))
      }
    }
  }

  private def unsteady(headline: Headline, rows: Seq[Row]): Option[String] = {
    def isBehind(row: Row): Boolean =
      row.variant.timed && (headline.variants.isEmpty || headline.variants.contains(row.variant.name))
    def reasons(of: Row => Option[String]): Option[String] =
      rows.filter(isBehind).flatMap(row => of(row).map(reason => s"${row.variant.name}: $reason")).headOption
    if (headline.each.isEmpty) reasons(of)
    else deviating(headline.each, unit = "").orElse(reasons(row => loaded(row.load)))
  }

  /** What makes a row's seconds unsteady, with its figures; nothing when they can be trusted. */
  def of(row: Row): Option[String] = deviating(row.seconds).orElse(loaded(row.load))

  /** What makes the figures of some runs unsteady, whatever else the machine did.
    *
    * @param unit with a space before it, or nothing
    */
  def deviating(runs: Seq[Double], unit: String = " s"): Option[String] =
    if (runs.isEmpty || Stats.deviation(runs) <= deviationLimit) None
    else
      Some(
        s"runs of ${runs.map(r => f"$r%.2f").mkString(", ")}$unit deviate by ${percent(Stats.deviation(runs))}, at most ${percent(deviationLimit)} is steady"
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
