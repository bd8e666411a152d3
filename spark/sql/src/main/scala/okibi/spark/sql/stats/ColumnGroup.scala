package okibi.spark.sql.stats

/** Columns whose values are seen as a tuple. One column is a group too.
  *
  * @param ordinals ascending
  */
final case class ColumnGroup(ordinals: Vector[Int])

object ColumnGroup {
  def of(column: Int): ColumnGroup = ColumnGroup(Vector(column))
}
