package okibi.explain.redact

import java.util.regex.{Pattern, PatternSyntaxException}

import scala.collection.mutable

/** Hides the secrets of an application, wherever its texts are shown: values of properties whose names suggest a
  * secret, texts that look like a secret, and matches of the application's own patterns. Those are
  * `spark.redaction.regex` for names and values of properties and `spark.redaction.string.regex` for texts, as in
  * Spark.
  *
  * Texts and the application's patterns come from a log and are untrusted. A text is hidden when a match in it takes
  * too long, and when the pattern is invalid. Not thread-safe.
  */
final class Secrets private (propertyPatterns: Seq[Pattern], textPatterns: Seq[(Pattern, String)]) {
  private val budget = new RegexBudget
  private val redacted = mutable.HashMap.empty[String, String]

  /** A property's value as it may be shown. */
  def shown(key: String, value: String): String =
    if (propertyPatterns.exists(pattern => isIn(key, pattern) || isIn(value, pattern))) Secrets.hidden
    else apply(value)

  /** A text without its secrets; the same object when it has none. A text that is too long to search is cut. */
  def apply(text: String): String = redacted.getOrElseUpdate(
    text, {
      val cut = if (text.length <= Secrets.longest) text else text.take(Secrets.longest) + "..."
      budget.orElse(Secrets.hidden)(textPatterns.foldLeft(cut) { case (partly, (pattern, replacement)) =>
        val matcher = pattern.matcher(budget.bounded(partly))
        if (matcher.find()) matcher.replaceAll(replacement) else partly
      })
    }
  )

  private def isIn(text: String, pattern: Pattern): Boolean =
    budget.orElse(true)(pattern.matcher(budget.bounded(text.take(Secrets.longest))).find())
}

object Secrets {
  val hidden = "(hidden)"

  /** Characters of a text that are searched. */
  private val longest = 10000
  private val everything = Pattern.compile("(?s)\\A.*")

  /** Keys that give access. Keys of pairs and tables are no secrets, as in `reduceByKey` and `l_orderkey`. */
  private val keys =
    "(?:access|account|api|auth|client|consumer|encryption|master|private|shared|signing|storage|subscription)[._-]?key"
  private val words = s"secret|passw|passphrase|token|credential|$keys"
  private val secretNames = Pattern.compile(
    s"(?i)$words|(?<=\\w)pwd|[.]sas[.]|[._-]key([._-]|$$)|" +
      "(?<!partition|primary|foreign|public|sort|group|join|row|map|bucket|hash|record)key$"
  )

  private val textPatterns: Seq[(Pattern, String)] = {
    val name = s"(?:$words|pwd)[\\w.-]{0,100}"
    val value = "(?:\"[^\"]*+\"?|'[^']*+'?|[^\\s,;&)}\\]\"']++)"
    // In a call site such as Tokenizer.scala:12 the colon precedes a line number, not a value.
    val sign = "[\"'\\]]?\\s{0,3}(?:=>|->|==?|:(?!\\d{1,6}(?!\\w)))\\s{0,3}|[\"']\\s{0,3},\\s{0,3}(?=[\"'])"
    Seq(
      "(://)[^\\s/?#@:]{0,200}:[^\\s/?#]{1,200}@" -> s"$$1$hidden@",
      "(?i)(s3[an]?://)[^\\s@:/]{1,100}:[^\\s@]{1,200}@|(jdbc:oracle:thin:)[^\\s@]{1,200}@" -> s"$$1$$2$hidden@",
      s"(?i)($name(?:$sign))$value" -> s"$$1$hidden",
      s"(?i)(--[\\w.-]{0,30}?$name\\s{1,3})$value" -> s"$$1$hidden",
      ("(?i)(authorization[\"']?\\s{0,3}[:=]\\s{0,3}[\"']?(?:\\w{1,20}\\s)?|bearer\\s{1,3}(?=\\S{16}))" +
        "[^\\s,;\"']++") -> s"$$1$hidden",
      "([?&;]sig=)[^\\s&;]++" -> s"$$1$hidden",
      "\\bA[KS]IA[0-9A-Z]{16}\\b" -> hidden
    ).map { case (pattern, replacement) => Pattern.compile(pattern) -> replacement }
  }

  /** Hides what any of these applications wants hidden.
    *
    * @param confs properties of Spark of each application
    */
  def of(confs: Map[String, String]*): Secrets = {
    def configured(keys: String*): Seq[Pattern] =
      confs.flatMap(conf => keys.flatMap(conf.get)).filter(_.nonEmpty).distinct.map { regex =>
        try Pattern.compile(regex.take(longest))
        catch { case _: PatternSyntaxException | _: StackOverflowError => everything }
      }
    new Secrets(
      secretNames +: configured("spark.redaction.regex"),
      textPatterns ++ configured("spark.redaction.string.regex", "spark.sql.redaction.string.regex").map(_ -> hidden)
    )
  }
}
