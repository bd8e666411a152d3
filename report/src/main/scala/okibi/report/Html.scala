package okibi.report

import java.net.URLEncoder
import java.nio.charset.StandardCharsets.UTF_8
import java.security.MessageDigest
import java.util.Base64

import scalatags.Text.all._

/** Renders a page as one file of HTML that needs no network: it contains style, script and figures. Its content
  * security policy allows only this style and script, by their hashes, so that no text can bring in another one.
  */
object Html {
  def render(page: Page): String = {
    val charts = page.sections.flatMap(_.charts)
    val program = if (charts.isEmpty) None else Some(Assets.script)
    "<!doctype html>\n" + html(lang := "en")(
      head(
        meta(attr("charset") := "utf-8"),
        meta(attr("http-equiv") := "Content-Security-Policy", attr("content") := policy(program)),
        meta(attr("name") := "viewport", attr("content") := "width=device-width, initial-scale=1"),
        tag("title")(page.title),
        tag("style")(raw(Assets.style))
      ),
      body(
        tag("main")(h1(page.title), page.lead.map(p(_)), page.sections.map(section)),
        program.toSeq.flatMap(code =>
          Seq(script(tpe := "application/json", id := "charts")(raw(ChartJson.script(charts))), script(raw(code)))
        )
      )
    ).render + "\n"
  }

  private def policy(program: Option[String]): String =
    s"default-src 'none'; style-src '${hash(Assets.style)}'; script-src " +
      s"${program.map(code => s"'${hash(code)}'").getOrElse("'none'")}; " +
      "base-uri 'none'; form-action 'none'"

  private def hash(text: String): String =
    "sha256-" + Base64.getEncoder.encodeToString(MessageDigest.getInstance("SHA-256").digest(text.getBytes(UTF_8)))

  private def section(section: Section): Frag = tag("section")(
    h2(section.title),
    section.text.map(p(_)),
    section.charts.map(figure),
    section.maps.map(map),
    section.tables.map(grid),
    if (section.links.isEmpty) frag() else ul(section.links.map(link => li(a(href := relative(link.path))(link.text))))
  )

  /** A canvas; the script fills the canvases in their order. */
  private def figure(chart: Chart): Frag = tag("figure")(
    tag("figcaption")(chart.title),
    div(cls := "chart")(
      canvas(role := "img", attr("aria-label") := s"${chart.title}: the figures are in the table below.")
    ),
    tag("details")(tag("summary")("Figures"), grid(ChartGrid(chart)))
  )

  private def map(map: TileMap): Frag = tag("figure")(
    if (map.chosen) cls := "chosen" else (),
    tag("figcaption")(map.title),
    p(cls := "kinds")(map.kinds.zipWithIndex.map { case (name, kind) =>
      span(tile(Tile(kind, marked = false, "")), s" $name ")
    }),
    div(cls := "tiles")(map.tiles.map(tile))
  )

  private def tile(tile: Tile): Frag =
    span(
      cls := s"tile k${tile.kind}${if (tile.marked) " marked" else ""}",
      if (tile.text.isEmpty) attr("aria-hidden") := "true" else title := tile.text
    )

  private def grid(grid: Grid): Frag = {
    val words = grid.header.indices.map(grid.isWords)
    def side(column: Int): Modifier = if (words(column)) cls := "words" else ()
    div(cls := "scroll")(
      table(
        thead(tr(grid.header.zipWithIndex.map { case (name, i) => th(attr("scope") := "col", side(i))(name) })),
        tbody(
          grid.rows.map(row =>
            tr(row.zipWithIndex.map { case (cell, i) =>
              if (i == 0) th(attr("scope") := "row")(cell) else td(side(i))(cell)
            })
          )
        )
      )
    )
  }

  /** A path that stays below the page's folder and never names a scheme or a host. */
  private def relative(path: String): String =
    path
      .split('/')
      .filter(_.nonEmpty)
      .map(part => URLEncoder.encode(part, UTF_8).replace("+", "%20"))
      .mkString("./", "/", "")
}
