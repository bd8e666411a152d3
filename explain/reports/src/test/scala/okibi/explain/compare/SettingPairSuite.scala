package okibi.explain.compare

import munit.FunSuite
import okibi.explain.facts.AppSettings
import okibi.explain.redact.Secrets

class SettingPairSuite extends FunSuite {
  private def differing(first: (String, String)*)(second: (String, String)*): Seq[SettingPair] =
    SettingPair.differing(AppSettings(first.toMap), AppSettings(second.toMap))

  test("secrets differ without being shown, whatever pattern the log has") {
    val pattern = "spark.redaction.regex" -> "hush|(x+x+)+y"
    val pairs = differing(
      "spark.my.password" -> "one",
      "spark.plain" -> "1",
      "spark.s3a.secret.key" -> "a",
      "spark.name" -> "hush-1",
      pattern
    )(
      "spark.my.password" -> "two",
      "spark.plain" -> "2",
      "spark.s3a.secret.key" -> "b",
      "spark.name" -> ("x" * 5000),
      pattern
    ).map(pair => pair.key -> pair).toMap
    assertEquals(pairs("spark.plain"), SettingPair("spark.plain", Some("1"), Some("2")))
    Seq("spark.my.password", "spark.s3a.secret.key", "spark.name").foreach { key =>
      assertEquals(pairs(key), SettingPair(key, Some(Secrets.hidden), Some(Secrets.hidden)))
    }
  }

  test("keys that give access are hidden, and other keys are shown") {
    Seq(
      "spark.hadoop.fs.azure.account.key.ACC.dfs.core.windows.net",
      "spark.executorEnv.OPENAI_API_KEY",
      "spark.yarn.appMasterEnv.AWS_ACCESS_KEY_ID",
      "spark.ssl.keyStorePassword"
    ).foreach { key =>
      assertEquals(
        differing(key -> "x1")(key -> "x2"),
        Seq(SettingPair(key, Some(Secrets.hidden), Some(Secrets.hidden)))
      )
    }
    assertEquals(differing("spark.sql.mapKeyDedupPolicy" -> "a")().flatMap(_.first), Seq("a"))
  }

  test("an invalid pattern hides all values") {
    val pairs = differing("spark.plain" -> "1", "spark.redaction.regex" -> "(")()
    assertEquals(pairs.map(_.first).distinct, Seq(Some(Secrets.hidden)))
  }
}
