package okibi.spark.sql.stats

/** Columns that are looked at as a tuple; one column is a group too.
  *
  * @param ordinals ascending
  */
final case class ColumnGroup(ordinals: Vector[Int])

object ColumnGroup {
  def of(column: Int): ColumnGroup = ColumnGroup(Vector(column))
}
