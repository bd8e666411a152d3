package okibi.spark.sql.session

import java.util.concurrent.ConcurrentHashMap

import okibi.core.conf.{ConfEntry, ConfException}
import okibi.core.docs.Declarations

import org.apache.spark.sql.internal.{SQLConf, SessionKeys}
import org.slf4j.LoggerFactory

import scala.util.control.NonFatal

/** Reads Okibi's keys from sessions. A session checks a value when it is set. A value that was set in another way never
  * fails a query: one warning names it, and the default applies. Thread-safe.
  */
object SessionConf {
  private val log = LoggerFactory.getLogger("okibi")
  private val warned = ConcurrentHashMap.newKeySet[String]()

  /** Makes every session of this JVM refuse values that a key does not allow, and keys that are read at the start of
    * the application.
    */
  def register(): Unit =
    try Declarations.confEntries.foreach(entry => SessionKeys.register(entry))
    catch {
      case e @ (NonFatal(_) | _: LinkageError) =>
        warn(
          s"sessions cannot check the values of keys when they are set: $e. " +
            "A value that is not allowed is ignored when it is read."
        )
    }

  def read[T](conf: SQLConf, entry: ConfEntry[T]): T = readFrom(key => Option(conf.getConfString(key, null)), entry)

  /** @param lookup the text that is set for a key, if there is one */
  def readFrom[T](lookup: String => Option[String], entry: ConfEntry[T]): T =
    try entry.read(lookup)
    catch {
      case e: ConfException =>
        warn(s"${e.getMessage} Until then ${entry.key} is ${entry.defaultText}.")
        entry.default
    }

  private def warn(text: String): Unit = if (warned.add(text)) log.warn(s"Okibi: $text")
}
