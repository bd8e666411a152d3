package okibi.explain.log

import java.net.URI
import java.nio.file.Path

import scala.util.Try

/** Paths of this machine, as people, Spark's settings and Spark's messages write them. */
object LocalPath {

  /** With one slash, as Spark prints addresses, or with three. */
  private val uri = "file:(?://)?(/.*)".r
  private val otherSystem = "[a-zA-Z][a-zA-Z0-9+.-]+:/.*".r

  /** None for a path of another file system. */
  def unapply(address: String): Option[Path] = address match {
    case uri(name) => Some(Try(Path.of(new URI(s"file:$name"))).getOrElse(Path.of(name)))
    case otherSystem() => None
    case name => Some(Path.of(name))
  }
}
