package okibi.explain.text

/** How reports write things. */
private[text] object Shown {
  def labelled(label: String, text: String): String = f"$label%-9s $text"
  def seconds(ms: Long): String = f"${ms / 1000.0}%.1f"
  def percent(share: Double): String = f"${share * 100}%.0f %%"
}
