package okibi.spark.tables

import okibi.spark.store.LocalSpark

import org.apache.spark.SparkContext
import org.apache.spark.sql.SparkSession

/** Sessions with the plugin, each with a context of its own. */
object LocalSession {
  def withSession[T](settings: (String, String)*)(body: (SparkSession, SparkContext) => T): T =
    LocalSpark.withContext(storageMb = 100, cores = 2, plugin = true, settings: _*) { context =>
      forgetSerializer()
      try body(SparkSession.builder().getOrCreate(), context)
      finally {
        SparkSession.clearActiveSession()
        SparkSession.clearDefaultSession()
        forgetSerializer()
      }
    }

  /** Spark keeps the first serializer for as long as the JVM lives. */
  private def forgetSerializer(): Unit = {
    val relation = Class.forName("org.apache.spark.sql.execution.columnar.InMemoryRelation$")
    relation.getMethods.find(_.getName.endsWith("clearSerializer")).get.invoke(relation.getField("MODULE$").get(null))
  }
}
