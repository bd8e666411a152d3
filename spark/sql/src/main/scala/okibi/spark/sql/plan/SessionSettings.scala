package okibi.spark.sql.plan

import okibi.core.conf.{CacheConf, TableConf}
import okibi.spark.sql.session.SessionConf.read

import org.apache.spark.sql.internal.SQLConf

/** The settings of a session for scans. */
private[plan] final class SessionSettings(conf: SQLConf) {
  val scan: Boolean = read(conf, CacheConf.enabled) && read(conf, TableConf.enabled) && read(conf, TableConf.scan)
  val joinFilter: Boolean = read(conf, TableConf.joinFilter)
  val joinFilterKeys: Int = read(conf, TableConf.joinFilterKeys)
  val skip: Boolean = read(conf, TableConf.skip)
  val group: Boolean = read(conf, TableConf.group)
  val joinBloom: Boolean = read(conf, TableConf.joinBloom)
  val rowFilter: Boolean = read(conf, TableConf.rowFilter)
  val groupBytes: Long = read(conf, TableConf.groupSize)
}
