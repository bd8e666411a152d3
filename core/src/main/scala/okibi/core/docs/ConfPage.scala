package okibi.core.docs

import okibi.core.conf.ConfEntry

private[docs] object ConfPage {
  val page: GeneratedPage = GeneratedPage("docs/configuration.md", () => render(Declarations.conf))

  def render(areas: Seq[DeclaredArea[ConfEntry[_]]]): String =
    Markdown.page(
      "Configuration",
      """Every key, set like any other of Spark's: `--conf key=value`, `spark-defaults.conf` or the session builder. None is needed
        |besides `spark.plugins=okibi.spark.OkibiPlugin`. A value that is not allowed stops the start with the key, the value and what
        |is allowed. A session checks its values when they are set, by `SET` or `spark.conf.set`: it refuses a value that is not allowed, and every value of a
        |key that is read at the start. No query ever fails for a value.""".stripMargin,
      areas.map(area => Markdown.section(area.title, area.declared.map(describe(_)): _*)): _*
    )

  private def describe(entry: ConfEntry[_]): String =
    s"### ${entry.key}\n\n${entry.doc}\n\n" + Seq(
      s"- Default: ${Markdown.code(entry.defaultText)}",
      s"- Allowed: ${entry.kind.allowed}",
      s"- Read: ${entry.scope.doc}",
      s"- Since: ${entry.since}"
    ).mkString("\n")
}
