package okibi.spark.kit

/** The serializer of cached tables, of which a JVM has one. */
object CachedTableFormat {

  /** Makes Spark read `spark.sql.cache.serializer` again: it keeps the first serializer for as long as the JVM lives.
    */
  def forget(): Unit = {
    val relation = Class.forName("org.apache.spark.sql.execution.columnar.InMemoryRelation$")
    relation.getMethods.find(_.getName.endsWith("clearSerializer")).get.invoke(relation.getField("MODULE$").get(null))
  }
}
