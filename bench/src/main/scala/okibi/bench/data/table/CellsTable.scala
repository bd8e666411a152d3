package okibi.bench.data.table

import org.apache.spark.sql.Row
import org.apache.spark.sql.types.{LongType, StringType, StructType}

/** A table of three columns of numbers and three of strings, of which the first of each kind repeats few values and the
  * last has none twice. The scale factor is in rows: 1 for five million.
  */
object CellsTable {
  private val rowsOfOne = 5000000L

  private val schema = Seq("n1", "n2", "n3").foldLeft(new StructType)(_.add(_, LongType, nullable = false))

  val table: GeneratedTable = GeneratedTable(
    "cells",
    Seq("s1", "s2", "s3").foldLeft(schema)(_.add(_, StringType, nullable = false)),
    rowsAt,
    (scaleFactor, slice, slices) => {
      val rows = rowsAt(scaleFactor)
      ((slice - 1) * rows / slices until slice * rows / slices).iterator.map { n =>
        Row(n * 7 % 1000, n, scattered(n), s"city ${n % 50}", s"text ${n % 100000}", s"row $n")
      }
    }
  )

  private def rowsAt(scaleFactor: Double): Long = (rowsOfOne * scaleFactor).toLong

  /** Another number for each number, small enough that those of a table can be summed. */
  private def scattered(n: Long): Long = (n * 0x9e3779b97f4a7c15L) >>> 32
}
