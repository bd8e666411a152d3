package okibi.spark.tables

import okibi.spark.kit.CachedTableFormat
import okibi.spark.store.LocalSpark

import org.apache.spark.SparkContext
import org.apache.spark.sql.SparkSession

/** Sessions with the plugin, each with a new context. */
object LocalSession {
  def withSession[T](settings: (String, String)*)(body: (SparkSession, SparkContext) => T): T =
    LocalSpark.withContext(storageMb = 100, cores = 2, plugin = true, settings: _*) { context =>
      CachedTableFormat.forget()
      try body(SparkSession.builder().getOrCreate(), context)
      finally {
        SparkSession.clearActiveSession()
        SparkSession.clearDefaultSession()
        CachedTableFormat.forget()
      }
    }
}
