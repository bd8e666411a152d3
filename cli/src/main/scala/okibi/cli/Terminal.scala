package okibi.cli

/** The terminal of this program. */
private[cli] object Terminal {

  /** Its width in columns, which the launcher passes on; 0 without a terminal. */
  def columns: Int = Integer.getInteger("okibi.columns", 0)
}
