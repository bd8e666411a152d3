package okibi.core.docs

import java.nio.file.{Files, Path}

import okibi.core.GoldenFiles
import okibi.core.conf.{ConfEntry, ConfKind}
import okibi.core.metric.{Metric, MetricUnit}

/** The generated pages under docs/ equal the declarations in the code. */
class GeneratedDocsSuite extends munit.FunSuite {
  private val suite = "GeneratedDocsSuite"

  GeneratedPage.all.foreach { page =>
    test(s"${page.file} equals the rendered declarations") {
      GoldenFiles.files.check(page.file, page.render(), suite)
    }
  }

  private val folder = FunFixture[Path](
    _ => Files.createTempDirectory("okibi-docs"),
    root => {
      Files.deleteIfExists(root.resolve("docs/page.md"))
      Files.deleteIfExists(root.resolve("docs"))
      Files.delete(root)
    }
  )

  folder.test("a stale page fails with the command that refreshes it, and the refresh repairs the page") { root =>
    def check(text: String, refresh: Boolean): Unit = new GoldenFiles(root, refresh).check("docs/page.md", text, suite)
    val failure = intercept[munit.FailException](check("new\n", refresh = false))
    assert(failure.getMessage.contains(s"UPDATE_GOLDEN=1 mvn -q -pl core test -Dtest=$suite"), failure.getMessage)
    check("old\n", refresh = true)
    intercept[munit.FailException](check("new\n", refresh = false))
    check("new\n", refresh = true)
    check("new\n", refresh = false)
    assertEquals(new GoldenFiles(root, refresh = false).read("docs/page.md"), "new\n")
  }

  test("a key is rendered with its default, its allowed values and its first version") {
    val entry = ConfEntry("spark.okibi.some.size", ConfKind.bytes(min = 1024), 64L << 20, "A size.", since = "0.2.0")
    val page = ConfPage.render(Seq(DeclaredArea("Some", Seq(entry))))
    assert(
      page.contains("""## Some
        |
        |### spark.okibi.some.size
        |
        |A size.
        |
        |- Default: `64m`
        |- Allowed: a size such as 512k, 64m or 1g, at least 1k
        |- Read: when the application starts; a session cannot set it
        |- Since: 0.2.0
        |""".stripMargin),
      page
    )
  }

  test("a vertical bar inside a cell does not break its table") {
    val page = MetricPage.render(Seq(DeclaredArea("Some", Seq(Metric.counter("n", MetricUnit.Bytes, "a | b.")))), Nil)
    assert(page.contains("| `n` | counter | bytes | a \\| b. |"), page)
  }
}
