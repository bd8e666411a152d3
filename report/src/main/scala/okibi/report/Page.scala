package okibi.report

/** The content of a page. Every text is plain text.
  *
  * @param lead paragraphs before the first section
  */
final case class Page(title: String, lead: Seq[String], sections: Seq[Section])

/** A chapter of a page: its paragraphs, then its charts, maps, tables and links. */
final case class Section(
    title: String,
    text: Seq[String],
    charts: Seq[Chart] = Nil,
    maps: Seq[TileMap] = Nil,
    tables: Seq[Grid] = Nil,
    links: Seq[Link] = Nil
)

/** Small squares beside each other, one for each of many similar items.
  *
  * @param kinds  the meanings of colours; up to eight
  * @param chosen whether a bar beside the map points the reader to it
  */
final case class TileMap(title: String, kinds: Seq[String], tiles: Seq[Tile], chosen: Boolean = false)

/** @param kind   position among the kinds of the map
  * @param marked whether the tile has a frame
  * @param text   shown when the reader points at the tile
  */
final case class Tile(kind: Int, marked: Boolean, text: String)

/** A table: the first column names its rows. Each row has a cell for each column. */
final case class Grid(header: Seq[String], rows: Seq[Seq[String]]) {

  /** Whether a column is aligned to the left, because it has sentences, or words without figures. */
  def isWords(column: Int): Boolean = {
    val cells = rows.map(_(column))
    cells.exists(_.length > Grid.longestFigure) ||
    cells.exists(_.exists(_.isLetter)) && !cells.exists(_.dropWhile("+-<> ".contains(_)).headOption.exists(_.isDigit))
  }
}

object Grid {

  /** Characters of a figure with its unit and range. A longer text is a sentence, even if it begins with a number. */
  private val longestFigure = 40
}

/** A link to another page.
  *
  * @param path from the folder of this page, with `/` between its parts
  */
final case class Link(text: String, path: String)
