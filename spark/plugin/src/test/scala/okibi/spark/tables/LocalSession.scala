package okibi.spark.tables

import okibi.spark.kit.CachedTableFormat
import okibi.spark.store.LocalSpark

import org.apache.spark.SparkContext
import org.apache.spark.sql.SparkSession

/** Sessions, each with a new context. */
object LocalSession {

  /** A session with the plugin. */
  def withSession[T](settings: (String, String)*)(body: (SparkSession, SparkContext) => T): T =
    within(storageMb = 100, plugin = true, settings: _*)(body)

  /** The parameters are those of [[LocalSpark.withContext]]. */
  def within[T](storageMb: Int, plugin: Boolean, settings: (String, String)*)(
      body: (SparkSession, SparkContext) => T
  ): T =
    LocalSpark.withContext(storageMb, cores = 2, plugin, settings: _*) { context =>
      CachedTableFormat.forget()
      try body(SparkSession.builder().getOrCreate(), context)
      finally {
        SparkSession.clearActiveSession()
        SparkSession.clearDefaultSession()
        CachedTableFormat.forget()
      }
    }
}
