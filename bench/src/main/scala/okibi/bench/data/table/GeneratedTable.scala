package okibi.bench.data.table

import org.apache.spark.sql.Row
import org.apache.spark.sql.types.StructType

/** A table that a generator makes.
  *
  * @param name   as the queries call it
  * @param rowsAt rows at a scale factor, near enough to size files by
  * @param rows   rows of a slice, in the order of the generator: scale factor, slice from 1, number of slices. A slice may be empty
  */
final case class GeneratedTable(
    name: String,
    schema: StructType,
    rowsAt: Double => Long,
    rows: (Double, Int, Int) => Iterator[Row]
)
