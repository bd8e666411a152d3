package org.apache.spark.sql.internal

import okibi.core.conf.{ConfEntry, ConfScope}

/** Makes keys known to Spark SQL, which then checks what a session sets for them, and lists them in `SET -v`. */
object SessionKeys {

  /** Registers a key, once in a JVM: Spark cannot forget one, so the check of the first application of a JVM holds for those
    * that follow. Thread-safe.
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
