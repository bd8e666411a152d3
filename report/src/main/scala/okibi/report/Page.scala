package okibi.report

/** What a page says. Every text is plain text.
  *
  * @param lead paragraphs before the first section
  */
final case class Page(title: String, lead: Seq[String], sections: Seq[Section])

/** A chapter of a page: its paragraphs, then its charts, tables and links. */
final case class Section(title: String, text: Seq[String], charts: Seq[Chart] = Nil, tables: Seq[Grid] = Nil, links: Seq[Link] = Nil)

/** A table: the first column names its rows. Each row has a cell for each column. */
final case class Grid(header: Seq[String], rows: Seq[Seq[String]])

/** A way to another page.
  *
  * @param path from the folder of this page, with `/` between its parts
  */
final case class Link(text: String, path: String)
