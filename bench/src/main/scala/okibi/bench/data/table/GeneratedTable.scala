package okibi.bench.data.table

import org.apache.spark.sql.Row
import org.apache.spark.sql.types.StructType

/** A table that a generator makes.
  *
  * @param name   as the queries have it
  * @param rowsAt approximate number of rows at a scale factor, for the size of files
  * @param rows   rows of a slice, in the order of the generator, given the scale factor, the slice from 1, and the
  *               number of slices. A slice may be empty
  */
final case class GeneratedTable(
    name: String,
    schema: StructType,
    rowsAt: Double => Long,
    rows: (Double, Int, Int) => Iterator[Row]
)
