package okibi.explain.compare

import java.util.regex.{Pattern, PatternSyntaxException}

/** Which properties are not to be shown: those whose names speak of secrets, and those that the application's own `spark.redaction.regex` finds in name or value, as Spark does.
  * Names, values and that pattern come from a log, so nobody vouches for them: a pattern that takes long to decide, or is none, hides what it was asked about.
  */
private[compare] final class Secrets(patterns: Seq[Pattern]) {
  def apply(key: String, value: String): Boolean = patterns.exists(pattern => found(pattern, key) || found(pattern, value))

  private def found(pattern: Pattern, text: String): Boolean =
    try pattern.matcher(new Secrets.Patient(text.take(Secrets.longest))).find()
    catch { case _: Secrets.Impatient | _: StackOverflowError => true }
}

private[compare] object Secrets {
  val hidden = "(hidden)"

  private val longest = 10000
  private val named = Pattern.compile("(?i)secret|passw|passphrase|token|credential|[.]sas[.]|(access|account|api|private|encryption|signing)[._-]?key|[._-]key([._-]|$)")
  private val everything = Pattern.compile("")

  /** What any of these applications wants hidden. */
  def of(confs: Map[String, String]*): Secrets =
    new Secrets(named +: confs.flatMap(_.get("spark.redaction.regex")).distinct.map { own =>
      try Pattern.compile(own.take(longest))
      catch { case _: PatternSyntaxException | _: StackOverflowError => everything }
    })

  /** A text that may be looked at so many times. */
  private final class Patient(text: String) extends CharSequence {
    private var left = 1000000
    override def length: Int = text.length
    override def charAt(index: Int): Char = {
      left -= 1
      if (left < 0) throw new Impatient
      text.charAt(index)
    }
    override def subSequence(from: Int, until: Int): CharSequence = text.subSequence(from, until)
    override def toString: String = text
  }

  private final class Impatient extends RuntimeException
}
