package okibi.explain.report

/** How reports write things. */
private[report] object Shown {
  def labelled(label: String, text: String): String = f"$label%-9s $text"
  def seconds(ms: Long): String = f"${ms / 1000.0}%.1f"

  /** Of what is uncertain, and what it means. */
  val mark = "*"
  val uncertain: String = s"$mark uncertain: see the cautions"

  def percent(share: Double): String = f"${share * 100}%.0f %%"
}
