package okibi.report

import java.nio.charset.StandardCharsets.UTF_8
import java.security.MessageDigest
import java.util.Base64

import munit.ScalaCheckSuite
import org.scalacheck.{Arbitrary, Gen}
import org.scalacheck.Prop.forAll

class HtmlSuite extends ScalaCheckSuite {

  /** A page with a text in every place that there is. */
  private def page(text: String): Page = Page(
    text,
    Seq(text),
    Seq(
      Section(
        text,
        Seq(text),
        charts = Seq(
          Bars(text, text, Seq(text, "b"), Seq(Series(text, Seq(Some(1), None), Seq(Some((0.5, 2)), None)))),
          Lines(
            text,
            text,
            text,
            Seq(Points(text, Seq((1, 2), (10, 3)))),
            logX = true,
            axis = Some(Axis(1, 10, Seq(Span(text, 2, 3))))
          ),
          Spans(text, text, Seq(Span(text, 1, 2)))
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

  property("no text becomes markup, wherever it stands") {
    forAll(hostile) { text =>
      val html = Html.render(page(text))
      // Where a column's texts are read from depends on what they are.
      assertEquals(
        count(markup(html).replace(" class=\"words\"", "")),
        count(markup(plain).replace(" class=\"words\"", ""))
      )
      assertEquals(program(html), program(plain))
    }
  }

  property("figures stay inside their script, and come out of it as they went in") {
    forAll(hostile) { text =>
      val written = json(Html.render(page(text)))
      assert(!written.exists(c => c == '<' || c == '>' || c == '&' || c > 126), written)
      val bars = ujson.read(written)(0)
      assertEquals((bars("title").str, bars("categories")(0).str, bars("series")(0)("name").str), (text, text, text))
    }
  }

  property("a link stays beside the page") {
    forAll(hostile) { text =>
      assert(between(Html.render(page(text)), "<a href=\"", "\"").matches("\\./([^/:].*)?"), text)
    }
  }

  test("the page names nothing outside of it") {
    val html = markup(plain)
    Seq("src=", "@import", "url(", "http:", "https:", "//").foreach(reference =>
      assert(!html.contains(reference), reference)
    )
    assert(!program(plain).contains("sourceMappingURL"))
  }

  test("the policy lets the page's own script and style through and nothing else") {
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

  test("a page without charts runs no script at all") {
    val html = Html.render(Page("t", Nil, Nil))
    assert(!html.contains("<script"), html)
    assert(html.contains("script-src 'none'"), html)
  }

  test("what is no number is left out, and a logarithm is asked of positive numbers only") {
    val charts = Seq(
      Bars(
        "b",
        "s",
        Seq("x", "y"),
        Seq(Series("s", Seq(Some(Double.NaN), Some(1)), Seq(Some((0, Double.PositiveInfinity)))))
      ),
      Lines("l", "x", "y", Seq(Points("p", Seq((0, 1), (1, 2), (2, Double.NaN)))), logX = true)
    )
    val read = ujson.read(ChartJson.script(charts))
    assertEquals(
      read(0)("series")(0),
      ujson.Obj("name" -> "s", "values" -> ujson.Arr(ujson.Null, 1), "spread" -> ujson.Arr(ujson.Null)): ujson.Value
    )
    assertEquals(read(1)("series")(0)("points"), ujson.Arr(ujson.Arr(1, 2)): ujson.Value)
  }

  test("the figures of a chart are a table") {
    assertEquals(
      ChartGrid(Bars("b", "s", Seq("x", "y"), Seq(Series("stock", Seq(Some(1.23456), None), Seq(Some((1, 2.5))))))),
      Grid(Seq("s", "stock"), Seq(Seq("x", "1.235 (1 to 2.5)"), Seq("y", "-")))
    )
    assertEquals(
      ChartGrid(Lines("l", "MB", "s", Seq(Points("a", Seq((2, 3), (1, 1e-7))), Points("b", Seq((2, 123456)))))),
      Grid(Seq("MB", "a (s)", "b (s)"), Seq(Seq("1", "0.0000001", ""), Seq("2", "3", "123456")))
    )
  }

  test("a column of words is read from the left, one with figures from the right") {
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
