package okibi.core.docs

import okibi.core.conf.ConfEntry

private[docs] object ConfPage {
  val page: GeneratedPage = GeneratedPage("docs/configuration.md", () => render(Declarations.conf))

  def render(areas: Seq[DeclaredArea[ConfEntry[_]]]): String =
    Markdown.page(
      "Configuration",
      """Set these keys like any key of Spark: with `--conf key=value`, in `spark-defaults.conf` or in the session
        |builder. Only `spark.plugins=okibi.spark.OkibiPlugin` is required. If a value is not allowed, the application
        |does not start, and the error names the key, the value and the allowed values. A session checks a value when it
        |is set with `SET` or `spark.conf.set`. The session refuses a value that is not allowed, and any value of a key
        |that is read at the start of the application. A query never fails because of a value.""".stripMargin,
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
