package okibi.cli.submit

import munit.FunSuite

class SubmitArgsSuite extends FunSuite {
  private def submit(defaults: Map[String, String], args: String*): Seq[String] =
    SubmitArgs.parse(args).withOkibi("/okibi.jar", defaults)

  private def submit(args: String*): Seq[String] = submit(Map.empty[String, String], args: _*)

  private val plugin = "spark.plugins=okibi.spark.OkibiPlugin"

  test("jar and plugin are added in front, and everything else stays unchanged") {
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

  test("the user's jars are kept, and --jars takes precedence over the configuration, as in spark-submit") {
    assertEquals(submit("--jars", "a.jar, b.jar", "app.py").take(2), Seq("--jars", "a.jar,b.jar,/okibi.jar"))
    assertEquals(submit("--conf", "spark.jars=c.jar", "app.py").take(2), Seq("--jars", "c.jar,/okibi.jar"))
    assertEquals(
      submit("--jars", "a.jar", "-c", "spark.jars=c.jar", "app.py"),
      Seq("--jars", "a.jar,/okibi.jar", "--conf", plugin, "app.py")
    )
    assertEquals(submit(Map("spark.jars" -> "d.jar"), "app.py").take(2), Seq("--jars", "d.jar,/okibi.jar"))
  }

  test("the user's plugins are kept, and Okibi is added once") {
    assertEquals(submit("--conf", "spark.plugins=a.B", "app.py")(3), "spark.plugins=a.B,okibi.spark.OkibiPlugin")
    assertEquals(submit("--conf", plugin, "app.py"), Seq("--jars", "/okibi.jar", "--conf", plugin, "app.py"))
    assertEquals(submit(Map("spark.plugins" -> "x.Y"), "app.py")(3), "spark.plugins=x.Y,okibi.spark.OkibiPlugin")
  }

  test("other settings are passed on, also with an equals sign in the value") {
    assertEquals(
      submit("--conf", "spark.driver.extraJavaOptions=-Da=b", "app.py").slice(4, 6),
      Seq("--conf", "spark.driver.extraJavaOptions=-Da=b")
    )
  }

  test("arguments without an application have none") {
    assertEquals(SubmitArgs.parse(Seq("--master", "local")).app, Nil)
    assertEquals(SubmitArgs.parse(Seq("--verbose")).app, Nil)
  }
}
