package okibi.spark.kit

import java.net.URL

import scala.io.Source

/** Pages of a web server, as a browser gets them. */
object WebPage {

  /** @throws java.io.IOException when the server does not answer, or answers with an error */
  def read(url: String): String = {
    val in = Source.fromInputStream(new URL(url).openStream(), "UTF-8")
    try in.mkString
    finally in.close()
  }
}
