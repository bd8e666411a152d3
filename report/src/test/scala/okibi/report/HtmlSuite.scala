package okibi.report

import java.nio.charset.StandardCharsets.UTF_8
import java.security.MessageDigest
import java.util.Base64

import munit.ScalaCheckSuite
import org.scalacheck.{Arbitrary, Gen}
import org.scalacheck.Prop.forAll

class HtmlSuite extends ScalaCheckSuite {

  /** A page with the text in every place. */
  private def page(text: String): Page = Page(
    text,
    Seq(text),
    Seq(
      Section(
        text,
        Seq(text),
        charts = Seq(
          BarChart(text, text, Seq(text, "b"), Seq(Series(text, Seq(Some(1), None), Seq(Some((0.5, 2)), None)))),
          LineChart(
            text,
            text,
            text,
            Seq(Points(text, Seq((1, 2), (10, 3)))),
            logX = true,
            axis = Some(Axis(1, 10, Seq(Span(text, 2, 3))))
          ),
          SpanChart(text, text, Seq(Span(text, 1, 2)))
        ),
        maps = Seq(TileMap(text, Seq(text), Seq(Tile(0, marked = true, text)))),
        tables = Seq(Grid(Seq(text, "n"), Seq(Seq(text, text)))),
        links = Seq(Link(text, text))
      )
    )
  )

  private val fragments = Gen.oneOf(
    "<script>alert(1)</script>",
    "</script>",
    "<!--",
    "-->",
    "]]>",
    "\"",
    "'",
    "&",
    "&lt;",
    "</title>",
    "</style>",
    "javascript:x",
    "//host/",
    "http://host",
    "\u2028",
    "\u2029",
    "\u0000",
    "\u007f",
    "\u202e",
    "\\",
    "\n",
    "\r",
    "${x}",
    "ä",
    "火",
    "\ud83d\ude00",
    "\ud83d",
    " onload=x "
  )
  private val hostile: Gen[String] =
    Gen.listOf(Gen.frequency(3 -> fragments, 1 -> Arbitrary.arbitrary[String])).map(_.mkString)

  private def between(html: String, start: String, end: String): String = {
    val from = html.indexOf(start) + start.length
    html.substring(from, html.indexOf(end, from))
  }
  private def json(html: String): String =
    between(html, "<script type=\"application/json\" id=\"charts\">", "</script>")
  private def program(html: String): String = between(html, "<script>", "</script>")
  private def markup(html: String): String = html.replace(json(html), "").replace(program(html), "")
  private def count(text: String): Map[Char, Int] = "<>\"".map(c => c -> text.count(_ == c)).toMap

  private val plain = Html.render(page("plain"))

  property("no text of a page becomes markup") {
    forAll(hostile) { text =>
      val html = Html.render(page(text))
      // The alignment of a column depends on its texts.
      assertEquals(
        count(markup(html).replace(" class=\"words\"", "")),
        count(markup(plain).replace(" class=\"words\"", ""))
      )
      assertEquals(program(html), program(plain))
    }
  }

  property("figures stay inside their script and can be read from it unchanged") {
    forAll(hostile) { text =>
      val written = json(Html.render(page(text)))
      assert(!written.exists(c => c == '<' || c == '>' || c == '&' || c > 126), written)
      val bars = ujson.read(written)(0)
      assertEquals((bars("title").str, bars("categories")(0).str, bars("series")(0)("name").str), (text, text, text))
    }
  }

  property("a link stays below the page's folder") {
    forAll(hostile) { text =>
      assert(between(Html.render(page(text)), "<a href=\"", "\"").matches("\\./([^/:].*)?"), text)
    }
  }

  test("the page refers to nothing outside of it") {
    val html = markup(plain)
    Seq("src=", "@import", "url(", "http:", "https:", "//").foreach(reference =>
      assert(!html.contains(reference), reference)
    )
    assert(!program(plain).contains("sourceMappingURL"))
  }

  test("the policy allows only the page's own script and style") {
    def hash(text: String) =
      s"'sha256-${Base64.getEncoder.encodeToString(MessageDigest.getInstance("SHA-256").digest(text.getBytes(UTF_8)))}'"
    val policy = between(plain, "http-equiv=\"Content-Security-Policy\" content=\"", "\"")
    assertEquals(
      policy.replace("&#x27;", "'"),
      s"default-src 'none'; style-src ${hash(between(plain, "<style>", "</style>"))}; " +
        s"script-src ${hash(program(plain))}; base-uri 'none'; form-action 'none'"
    )
    assert(!plain.contains("\r"), "a browser hashes without carriage returns")
  }

  test("a page without charts runs no script") {
    val html = Html.render(Page("t", Nil, Nil))
    assert(!html.contains("<script"), html)
    assert(html.contains("script-src 'none'"), html)
  }

  test("numbers that are not finite are left out, and on a logarithmic axis those that are not positive") {
    val charts = Seq(
      BarChart(
        "b",
        "s",
        Seq("x", "y"),
        Seq(Series("s", Seq(Some(Double.NaN), Some(1)), Seq(Some((0, Double.PositiveInfinity)))))
      ),
      LineChart("l", "x", "y", Seq(Points("p", Seq((0, 1), (1, 2), (2, Double.NaN)))), logX = true)
    )
    val read = ujson.read(ChartJson.script(charts))
    assertEquals(
      read(0)("series")(0),
      ujson.Obj("name" -> "s", "values" -> ujson.Arr(ujson.Null, 1), "spread" -> ujson.Arr(ujson.Null)): ujson.Value
    )
    assertEquals(read(1)("series")(0)("points"), ujson.Arr(ujson.Arr(1, 2)): ujson.Value)
  }

  test("the figures of a chart become a table") {
    assertEquals(
      ChartGrid(BarChart("b", "s", Seq("x", "y"), Seq(Series("stock", Seq(Some(1.23456), None), Seq(Some((1, 2.5))))))),
      Grid(Seq("s", "stock"), Seq(Seq("x", "1.235 (1 to 2.5)"), Seq("y", "-")))
    )
    assertEquals(
      ChartGrid(LineChart("l", "MB", "s", Seq(Points("a", Seq((2, 3), (1, 1e-7))), Points("b", Seq((2, 123456)))))),
      Grid(Seq("MB", "a (s)", "b (s)"), Seq(Seq("1", "0.0000001", ""), Seq("2", "3", "123456")))
    )
  }

  test("a column of words is aligned to the left, a column of figures to the right") {
    val grid = Grid(
      Seq("n", "fix", "seconds", "none"),
      Seq(Seq("1", "spark.local.dir over 8 disks", "9.5 s (8 to 11)", ""), Seq("2", "-", "-", ""))
    )
    assertEquals(grid.header.indices.map(grid.isWords), Seq(false, true, false, false))
    assert(Grid(Seq("n", "evidence"), Seq(Seq("1", "2 of 2 partitions were stored; 0 blocks left memory"))).isWords(1))
    val page = Html.render(Page("p", Nil, Seq(Section("s", Nil, tables = Seq(grid)))))
    assert(
      page.contains("""<th scope="col" class="words">fix</th>""") && page.contains(
        """<td class="words">spark.local.dir over 8 disks</td>"""
      ) && page.contains("<td>9.5 s (8 to 11)</td>"),
      page
    )
  }
}
