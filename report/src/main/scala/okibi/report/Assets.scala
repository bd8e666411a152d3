package okibi.report

import java.io.InputStream
import java.nio.charset.StandardCharsets.UTF_8
import java.util.Properties

/** The files that every page contains. */
private[report] object Assets {
  lazy val style: String = text("/okibi/report/page.css")

  /** Chart.js, and the script that draws the page's charts with it. */
  lazy val script: String = s"${chartJs.trim}\n${text("/okibi/report/page.js")}"

  /** Chart.js without its last line, which names a file for debuggers that no page has. */
  private def chartJs: String = {
    val properties = new Properties
    within("/META-INF/maven/org.webjars.npm/chart.js/pom.properties")(properties.load)
    text(s"/META-INF/resources/webjars/chart.js/${properties.getProperty("version")}/dist/chart.umd.js")
      .replaceFirst("//# sourceMappingURL=\\S*\\s*$", "")
  }

  private def text(resource: String): String = within(resource)(in => new String(in.readAllBytes(), UTF_8))

  private def within[T](resource: String)(read: InputStream => T): T = {
    val in = Option(getClass.getResourceAsStream(resource))
      .getOrElse(
        throw new IllegalStateException(
          s"$resource is not on the class path: this is a bug of Okibi's build, please report it."
        )
      )
    try read(in)
    finally in.close()
  }
}
