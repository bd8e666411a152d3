package okibi.explain.redact

import java.util.regex.{Pattern, PatternSyntaxException}

import scala.collection.mutable

/** What is not to be shown of an application, whoever shows it: properties whose names speak of secrets, what looks like one in a text, and what the application's own patterns find
  * (`spark.redaction.regex` in names and values of properties, `spark.redaction.string.regex` in texts, as Spark does). Texts and these patterns come from a log, so nobody vouches
  * for them: what takes long to decide, and what a pattern that is none was to decide, is hidden. Not thread-safe.
  */
final class Secrets private (properties: Seq[Pattern], texts: Seq[(Pattern, String)]) {
  private val effort = new RegexBudget
  private val known = mutable.HashMap.empty[String, String]

  /** A property's value as it may be shown. */
  def shown(key: String, value: String): String =
    if (properties.exists(pattern => isIn(key, pattern) || isIn(value, pattern))) Secrets.hidden else apply(value)

  /** A text without its secrets: the same one, where it has none. What is too long to be looked through is cut. */
  def apply(text: String): String = known.getOrElseUpdate(
    text, {
      val cut = if (text.length <= Secrets.longest) text else text.take(Secrets.longest) + "..."
      effort.orElse(Secrets.hidden)(texts.foldLeft(cut) { case (left, (pattern, instead)) =>
        val matcher = pattern.matcher(effort.of(left))
        if (matcher.find()) matcher.replaceAll(instead) else left
      })
    }
  )

  private def isIn(text: String, pattern: Pattern): Boolean =
    effort.orElse(true)(pattern.matcher(effort.of(text.take(Secrets.longest))).find())
}

object Secrets {
  val hidden = "(hidden)"

  private val longest = 10000
  private val everything = Pattern.compile("(?s)\\A.*")

  /** Keys that open something. Others, of pairs and tables, are in many names: reduceByKey, l_orderkey. */
  private val keys =
    "(?:access|account|api|auth|client|consumer|encryption|master|private|shared|signing|storage|subscription)[._-]?key"
  private val words = s"secret|passw|passphrase|token|credential|$keys"
  private val named = Pattern.compile(
    s"(?i)$words|(?<=\\w)pwd|[.]sas[.]|[._-]key([._-]|$$)|(?<!partition|primary|foreign|public|sort|group|join|row|map|bucket|hash|record)key$$"
  )

  private val inTexts: Seq[(Pattern, String)] = {
    val name = s"(?:$words|pwd)[\\w.-]{0,100}"
    val value = "(?:\"[^\"]*+\"?|'[^']*+'?|[^\\s,;&)}\\]\"']++)"
    // Of a call site, as in Tokenizer.scala:12, a colon is followed by the line's number.
    val sign = "[\"'\\]]?\\s{0,3}(?:=>|->|==?|:(?!\\d{1,6}(?!\\w)))\\s{0,3}|[\"']\\s{0,3},\\s{0,3}(?=[\"'])"
    Seq(
      "(://)[^\\s/?#@:]{0,200}:[^\\s/?#]{1,200}@" -> s"$$1$hidden@",
      "(?i)(s3[an]?://)[^\\s@:/]{1,100}:[^\\s@]{1,200}@|(jdbc:oracle:thin:)[^\\s@]{1,200}@" -> s"$$1$$2$hidden@",
      s"(?i)($name(?:$sign))$value" -> s"$$1$hidden",
      s"(?i)(--[\\w.-]{0,30}?$name\\s{1,3})$value" -> s"$$1$hidden",
      "(?i)(authorization[\"']?\\s{0,3}[:=]\\s{0,3}[\"']?(?:\\w{1,20}\\s)?|bearer\\s{1,3}(?=\\S{16}))[^\\s,;\"']++" -> s"$$1$hidden",
      "([?&;]sig=)[^\\s&;]++" -> s"$$1$hidden",
      "\\bA[KS]IA[0-9A-Z]{16}\\b" -> hidden
    ).map { case (pattern, instead) => Pattern.compile(pattern) -> instead }
  }

  /** What any of these applications wants hidden. */
  def of(confs: Map[String, String]*): Secrets = {
    def own(keys: String*): Seq[Pattern] =
      confs.flatMap(conf => keys.flatMap(conf.get)).filter(_.nonEmpty).distinct.map { its =>
        try Pattern.compile(its.take(longest))
        catch { case _: PatternSyntaxException | _: StackOverflowError => everything }
      }
    new Secrets(
      named +: own("spark.redaction.regex"),
      inTexts ++ own("spark.redaction.string.regex", "spark.sql.redaction.string.regex").map(_ -> hidden)
    )
  }
}
