package okibi.spark.sql.plan

import java.util.concurrent.ConcurrentHashMap

import okibi.core.conf.{CacheConf, ConfEntry, ConfException, TableConf}

import org.apache.spark.sql.internal.SQLConf
import org.slf4j.LoggerFactory

/** What a session has set for scans. A value that was set in a session and is not allowed does not fail its queries: one warning
  * says so, and the default stands for it.
  */
private[plan] final class SessionSettings(conf: SQLConf) {
  import SessionSettings.read

  val scan: Boolean = read(conf, CacheConf.enabled) && read(conf, TableConf.enabled) && read(conf, TableConf.scan)
  val joinFilter: Boolean = read(conf, TableConf.joinFilter)
  val joinFilterKeys: Int = read(conf, TableConf.joinFilterKeys)
  val skip: Boolean = read(conf, TableConf.skip)
  val group: Boolean = read(conf, TableConf.group)
  val joinBloom: Boolean = read(conf, TableConf.joinBloom)
  val rowFilter: Boolean = read(conf, TableConf.rowFilter)
  val groupSize: Long = read(conf, TableConf.groupSize)
}

private[plan] object SessionSettings {
  private val log = LoggerFactory.getLogger("okibi")
  private val refused = ConcurrentHashMap.newKeySet[String]()

  private def read[T](conf: SQLConf, entry: ConfEntry[T]): T =
    try entry.read(key => Option(conf.getConfString(key, null)))
    catch {
      case e: ConfException =>
        if (refused.add(e.getMessage)) log.warn(s"Okibi: ${e.getMessage} Until then ${entry.key} is ${entry.defaultText}.")
        entry.default
    }
}
