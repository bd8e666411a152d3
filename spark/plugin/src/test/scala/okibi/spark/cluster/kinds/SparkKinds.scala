package okibi.spark.cluster.kinds

import java.time.LocalDate

import org.apache.avro.{Schema, SchemaBuilder}
import org.apache.avro.generic.GenericData
import org.apache.avro.util.Utf8
import org.apache.hadoop.io.{IntWritable, LongWritable, Text}
import org.apache.spark.sql.Row
import org.apache.spark.sql.catalyst.InternalRow
import org.apache.spark.sql.catalyst.expressions.{GenericRowWithSchema, UnsafeProjection}
import org.apache.spark.sql.types.{Decimal, StructType}
import org.apache.spark.unsafe.types.{CalendarInterval, UTF8String}

/** Classes of Spark's own class path: its rows, and what it reads files with. */
private[kinds] object SparkKinds {
  private val schema = new StructType().add("a", "int").add("b", "string")
  private val avro: Schema = SchemaBuilder.record("R").fields().requiredInt("a").optionalString("b").endRecord()

  def all: Seq[Kind] = Seq(
    Kind("rows")(Row(1, "a", null), Row(2, Seq(1), Map("k" -> 2.5))),
    Kind("rows with a date and a decimal")(
      Row(LocalDate.EPOCH, new java.math.BigDecimal("1.5"), new java.sql.Timestamp(5))
    ),
    Kind("rows with a schema")(new GenericRowWithSchema(Array(1, "a"), schema)),
    Kind("a row in a pair")((1, Row(1, "a"))),
    Kind("a row in a case class")(Box(Row(1, "a"))),
    Kind("schemas")(schema),
    Kind("internal rows")(InternalRow(1, UTF8String.fromString("b"), null)),
    Kind("unsafe rows")(UnsafeProjection.create(schema)(InternalRow(1, UTF8String.fromString("b"))).copy()),
    Kind("UTF8String")(UTF8String.fromString("aé")),
    Kind("Spark's decimals")(Decimal("1.50")),
    Kind("intervals")(new CalendarInterval(1, 2, 3)),
    Kind("Avro records")(record(1, "a"), record(2, null)),
    Kind("an Avro record in a pair")((1, record(1, "a"))),
    Kind("Avro strings")(new Utf8("a")),
    Kind("a Writable in a pair")((new LongWritable(1), new Text("line")), (new IntWritable(1), new Text("")))
  )

  private def record(a: Int, b: String): GenericData.Record = {
    val made = new GenericData.Record(avro)
    made.put("a", a)
    made.put("b", b)
    made
  }
}
