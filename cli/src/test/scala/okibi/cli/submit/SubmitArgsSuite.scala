package okibi.cli.submit

import munit.FunSuite

class SubmitArgsSuite extends FunSuite {
  private def submit(defaults: Map[String, String], args: String*): Seq[String] =
    SubmitArgs.parse(args).withOkibi("/okibi.jar", defaults)

  private def submit(args: String*): Seq[String] = submit(Map.empty[String, String], args: _*)

  private val plugin = "spark.plugins=okibi.spark.OkibiPlugin"

  test("jar and plugin are put in front, everything else stays as it is") {
    assertEquals(
      submit("--master", "local[2]", "-v", "--class=A", "app.jar", "--jars", "x", "--conf"),
      Seq(
        "--jars",
        "/okibi.jar",
        "--conf",
        plugin,
        "--master",
        "local[2]",
        "-v",
        "--class",
        "A",
        "app.jar",
        "--jars",
        "x",
        "--conf"
      )
    )
  }

  test("jars of the user are kept, those of --jars before those of the configuration, as spark-submit reads them") {
    assertEquals(submit("--jars", "a.jar, b.jar", "app.py").take(2), Seq("--jars", "a.jar,b.jar,/okibi.jar"))
    assertEquals(submit("--conf", "spark.jars=c.jar", "app.py").take(2), Seq("--jars", "c.jar,/okibi.jar"))
    assertEquals(
      submit("--jars", "a.jar", "-c", "spark.jars=c.jar", "app.py"),
      Seq("--jars", "a.jar,/okibi.jar", "--conf", plugin, "app.py")
    )
    assertEquals(submit(Map("spark.jars" -> "d.jar"), "app.py").take(2), Seq("--jars", "d.jar,/okibi.jar"))
  }

  test("plugins of the user are kept, and Okibi is named once") {
    assertEquals(submit("--conf", "spark.plugins=a.B", "app.py")(3), "spark.plugins=a.B,okibi.spark.OkibiPlugin")
    assertEquals(submit("--conf", plugin, "app.py"), Seq("--jars", "/okibi.jar", "--conf", plugin, "app.py"))
    assertEquals(submit(Map("spark.plugins" -> "x.Y"), "app.py")(3), "spark.plugins=x.Y,okibi.spark.OkibiPlugin")
  }

  test("other settings pass, an equals sign in a value too") {
    assertEquals(
      submit("--conf", "spark.driver.extraJavaOptions=-Da=b", "app.py").slice(4, 6),
      Seq("--conf", "spark.driver.extraJavaOptions=-Da=b")
    )
  }

  test("options without an application leave it empty") {
    assertEquals(SubmitArgs.parse(Seq("--master", "local")).app, Nil)
    assertEquals(SubmitArgs.parse(Seq("--verbose")).app, Nil)
  }
}
