package okibi.bench.data.table

import java.time.LocalDate

import scala.collection.immutable.ArraySeq
import scala.jdk.CollectionConverters._

import io.trino.tpcds.{Results, Scaling, Session, Table}
import io.trino.tpcds.column.{Column, ColumnType}

import org.apache.spark.sql.Row
import org.apache.spark.sql.types.{DataType, DateType, DecimalType, IntegerType, StringType, StructField, StructType}

/** The 24 tables of TPC-DS, made by Trino's generator, with the columns of Spark's own TPC-DS tests: keys as INT, CHAR
  * and VARCHAR as STRING.
  */
object TpcdsTables {

  /** Columns that the generator spells differently from the standard and Spark. */
  private val spelling = Map(
    "c_last_review_date_sk" -> "c_last_review_date",
    "p_response_targe" -> "p_response_target",
    "s_tax_precentage" -> "s_tax_percentage"
  )

  val all: Seq[GeneratedTable] = Table.getBaseTables.asScala.toSeq.filterNot(_ == Table.DBGEN_VERSION).map { table =>
    val schema = StructType(
      table.getColumns.toSeq
        .map(column => StructField(spelling.getOrElse(column.getName, column.getName), kind(column)))
    )
    GeneratedTable(table.getName, schema, new Scaling(_).getRowCount(table), rows(table, schema, _, _, _))
  }

  private def kind(column: Column): DataType = column.getType.getBase match {
    case ColumnType.Base.INTEGER | ColumnType.Base.IDENTIFIER => IntegerType
    case ColumnType.Base.CHAR | ColumnType.Base.VARCHAR => StringType
    case ColumnType.Base.DATE => DateType
    case ColumnType.Base.DECIMAL => DecimalType(column.getType.getPrecision.get, column.getType.getScale.get)
    case other =>
      throw new IllegalArgumentException(
        s"${column.getName}: got the type $other, which no column of TPC-DS has."
      )
  }

  /** Rows of a slice. The generator cuts only its largest tables into slices; the first slice of the other tables has
    * all their rows.
    */
  private def rows(table: Table, schema: StructType, scaleFactor: Double, slice: Int, slices: Int): Iterator[Row] = {
    val session =
      Session.getDefaultSession.withScale(scaleFactor).withTable(table).withParallelism(slices).withChunkNumber(slice)
    val parsers = schema.fields.map(field => parser(field.dataType))
    Results.constructResults(table, session).iterator.asScala.flatMap(_.asScala).map { texts =>
      val values = new Array[Any](parsers.length)
      var i = 0
      while (i < values.length) {
        val text = texts.get(i)
        if (text != null) values(i) = parsers(i)(text)
        i += 1
      }
      Row.fromSeq(ArraySeq.unsafeWrapArray(values))
    }
  }

  private def parser(kind: DataType): String => Any = kind match {
    case IntegerType => _.toInt
    case DateType => LocalDate.parse(_)
    case _: DecimalType => new java.math.BigDecimal(_)
    case _ => identity
  }
}
