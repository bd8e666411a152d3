package okibi.explain.redact

/** How long regular expressions that nobody vouches for may take over texts that nobody vouches for: some patterns take longer for each character than for all before it. Not thread-safe. */
private[redact] final class RegexBudget {
  private var left = RegexBudget.looks

  /** A text at which a pattern may look for as long as there is patience for one, and for all. */
  def of(text: String): CharSequence = new Patient(text)

  /** What a pattern came to, or something else when that took too long or too deep. */
  def orElse[T](instead: T)(body: => T): T =
    try body
    catch { case _: RegexBudget.Impatient | _: StackOverflowError => instead }

  private final class Patient(text: String) extends CharSequence {
    private var here = RegexBudget.looksAtOne
    override def length: Int = text.length
    override def charAt(index: Int): Char = {
      here -= 1
      left -= 1
      if (here < 0 || left < 0) throw new RegexBudget.Impatient
      text.charAt(index)
    }
    override def subSequence(from: Int, until: Int): CharSequence = text.subSequence(from, until)
    override def toString: String = text
  }
}

private object RegexBudget {
  private val looksAtOne = 1000000

  /** Some ten seconds. */
  private val looks = 2000000000L

  /** Thrown often, and nobody asks where. */
  private final class Impatient extends RuntimeException(null, null, false, false)
}
