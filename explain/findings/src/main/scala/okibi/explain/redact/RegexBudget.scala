package okibi.explain.redact

/** Bounds the time that an untrusted regular expression may spend on untrusted text: with some patterns each further
  * character takes longer than all characters before it.
  *
  * The bound is a number of characters that patterns look at, for one text and for all texts together. Not thread-safe.
  */
private[redact] final class RegexBudget {
  private var looksLeft = RegexBudget.mostLooks

  /** The text as a sequence that ends the match when a pattern has looked at too many of its characters. */
  def bounded(text: String): CharSequence = new BoundedText(text)

  /** The result of `body`, or `fallback` when a match in it took too long or recursed too deeply. */
  def orElse[T](fallback: T)(body: => T): T =
    try body
    catch { case _: RegexBudget.Exceeded | _: StackOverflowError => fallback }

  private final class BoundedText(text: String) extends CharSequence {
    private var textLooksLeft = RegexBudget.mostLooksAtText
    override def length: Int = text.length
    override def charAt(index: Int): Char = {
      textLooksLeft -= 1
      looksLeft -= 1
      if (textLooksLeft < 0 || looksLeft < 0) throw new RegexBudget.Exceeded
      text.charAt(index)
    }
    override def subSequence(from: Int, until: Int): CharSequence = text.subSequence(from, until)
    override def toString: String = text
  }
}

private object RegexBudget {
  private val mostLooksAtText = 1000000

  /** About ten seconds. */
  private val mostLooks = 2000000000L

  /** Thrown often and always caught here, so it has no stack trace. */
  private final class Exceeded extends RuntimeException(null, null, false, false)
}
