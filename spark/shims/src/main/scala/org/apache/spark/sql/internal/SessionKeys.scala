package org.apache.spark.sql.internal

import okibi.core.conf.{ConfEntry, ConfScope}

/** Registers keys with Spark SQL. Spark SQL then checks the values that a session sets, and lists the keys in `SET -v`.
  */
object SessionKeys {

  /** Registers a key once in a JVM. Spark cannot forget a key, so the check of the first application of a JVM also
    * holds for later applications. Thread-safe.
    */
  def register(entry: ConfEntry[_]): Unit = SQLConf.synchronized {
    if (!SQLConf.containsConfigKey(entry.key)) {
      val key =
        if (entry.scope == ConfScope.Session) SQLConf.buildConf(entry.key) else SQLConf.buildStaticConf(entry.key)
      key
        .doc(entry.doc)
        .version(entry.since)
        .stringConf
        .transform { text =>
          entry.parse(text)
          text
        }
        .createWithDefault(entry.defaultText)
    }
    ()
  }
}
