package okibi.explain.redact

import munit.FunSuite

class SecretsSuite extends FunSuite {
  private val secrets = Secrets.of(Map.empty)

  Seq(
    "JDBCRelation(jdbc:postgresql://joe:p4ss@db:5432/x)" -> "JDBCRelation(jdbc:postgresql://(hidden)@db:5432/x)",
    "jdbc:oracle:thin:scott/tiger@//db:1521/x" -> "jdbc:oracle:thin:(hidden)@//db:1521/x",
    "s3a://AB:c/d+e@bucket/data" -> "s3a://(hidden)@bucket/data",
    "jdbc:mysql://db/x?user=joe&password=p4ss&ssl=true" -> "jdbc:mysql://db/x?user=joe&password=(hidden)&ssl=true",
    "jdbc:sqlserver://db;Password=p4ss;encrypt=true" -> "jdbc:sqlserver://db;Password=(hidden);encrypt=true",
    "SELECT * FROM t WHERE api_key = 'a b c' AND x = 1" -> "SELECT * FROM t WHERE api_key = (hidden) AND x = 1",
    "{\"storageKey\":\"abc\",\"x\":1}" -> "{\"storageKey\":(hidden),\"x\":1}",
    "Map(masterKey -> abc, sharedKey -> def)" -> "Map(masterKey -> (hidden), sharedKey -> (hidden))",
    "option(\"password\", \"p4ss\")" -> "option(\"password\", (hidden))",
    "Command exited: java -cp x --db-password p4ss Main" -> "Command exited: java -cp x --db-password (hidden) Main",
    "fs.azure.account.key.ACC.dfs.core.windows.net=abc==" -> "fs.azure.account.key.ACC.dfs.core.windows.net=(hidden)",
    "Authorization: Bearer abc.def" -> "Authorization: Bearer (hidden)",
    "https://acc.blob.core.windows.net/c?sv=1&sig=abc%3D" -> "https://acc.blob.core.windows.net/c?sv=1&sig=(hidden)",
    "with AKIAIOSFODNN7EXAMPLE" -> "with (hidden)"
  ).foreach { case (text, shown) =>
    test(s"a secret in a text is hidden: $text") {
      assertEquals(secrets(text), shown)
    }
  }

  Seq(
    "reduceByKey at WordCount.scala:12",
    "groupByKey at Tokenizer.scala:7",
    "sortByKey at Secrets.scala:104",
    "key",
    "spark.okibi.cache.mode=on",
    "keys=[key#12, value#3]",
    "SELECT * FROM l JOIN o ON l_orderkey = o_orderkey WHERE key = 5",
    "abfss://data@account.dfs.core.windows.net/x",
    "http://host:4040/jobs",
    "hdfs://joe@nn:8020/x",
    "basic statistics of tokens",
    "Container killed by YARN for exceeding memory limits. 5.5 GB of 5 GB physical memory used",
    "mail joe@example.org"
  ).foreach { text =>
    test(s"text without a secret is shown: $text") {
      assert(secrets(text) eq text, secrets(text))
    }
  }

  test("properties are hidden by their names, but not those of Spark and Okibi that only look alike") {
    Seq("spark.x.masterKey", "spark.x.storageKey", "sharedKey", "spark.my.encryptKey", "spark.executorEnv.DB_PWD")
      .foreach(key => assertEquals(secrets.shown(key, "abc"), Secrets.hidden, key))
    Seq(
      "spark.sql.mapKeyDedupPolicy",
      "spark.okibi.cache.mode",
      "spark.x.partitionKey",
      "spark.executorEnv.PWD",
      "spark.keyedState"
    ).foreach(key => assertEquals(secrets.shown(key, "abc"), "abc", key))
    assertEquals(secrets.shown("spark.x.url", "jdbc:x://joe:p4ss@db"), "jdbc:x://(hidden)@db")
  }

  test("the application's own pattern is applied; an invalid or endless pattern hides the text") {
    assertEquals(
      Secrets.of(Map("spark.redaction.string.regex" -> "cust-\\d+"))("orders of cust-77"),
      "orders of (hidden)"
    )
    assertEquals(Secrets.of(Map("spark.redaction.string.regex" -> "("))("orders"), Secrets.hidden)
    assertEquals(Secrets.of(Map("spark.redaction.string.regex" -> "(x+x+)+y"))("x" * 5000), Secrets.hidden)
  }

  test("text that is too long to search is not shown") {
    val text = "x" * 20000 + "password=p4ss"
    assertEquals(secrets(text).length, 10003)
    assert(!secrets.shown("spark.x", text).contains("p4ss"))
  }

  test("texts that are crafted to take long are decided in bounded time") {
    Seq("://a:" * 2000, "secret" * 1600, "--" * 5000, "token\"" * 1600, "password " * 1000).foreach(text =>
      secrets(text)
    )
  }
}
