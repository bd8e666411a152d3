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

/** Classes of Spark's own class path: its rows, and the classes with which it reads files. */
private[kinds] object SparkRecordKinds {
  private val schema = new StructType().add("a", "int").add("b", "string")
  private val avro: Schema = SchemaBuilder.record("R").fields().requiredInt("a").optionalString("b").endRecord()

  def all: Seq[RecordKind] = Seq(
    RecordKind("rows")(Row(1, "a", null), Row(2, Seq(1), Map("k" -> 2.5))),
    RecordKind("rows with a date and a decimal")(
      Row(LocalDate.EPOCH, new java.math.BigDecimal("1.5"), new java.sql.Timestamp(5))
    ),
    RecordKind("rows with a schema")(new GenericRowWithSchema(Array(1, "a"), schema)),
    RecordKind("a row in a pair")((1, Row(1, "a"))),
    RecordKind("a row in a case class")(Box(Row(1, "a"))),
    RecordKind("schemas")(schema),
    RecordKind("internal rows")(InternalRow(1, UTF8String.fromString("b"), null)),
    RecordKind("unsafe rows")(UnsafeProjection.create(schema)(InternalRow(1, UTF8String.fromString("b"))).copy()),
    RecordKind("UTF8String")(UTF8String.fromString("aé")),
    RecordKind("Spark's decimals")(Decimal("1.50")),
    RecordKind("intervals")(new CalendarInterval(1, 2, 3)),
    RecordKind("Avro records")(record(1, "a"), record(2, null)),
    RecordKind("an Avro record in a pair")((1, record(1, "a"))),
    RecordKind("Avro strings")(new Utf8("a")),
    RecordKind("a Writable in a pair")((new LongWritable(1), new Text("line")), (new IntWritable(1), new Text("")))
  )

  private def record(a: Int, b: String): GenericData.Record = {
    val made = new GenericData.Record(avro)
    made.put("a", a)
    made.put("b", b)
    made
  }
}
