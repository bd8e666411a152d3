package okibi.spark.cache.codec

import munit.FunSuite
import org.apache.spark.ml.{linalg => ml}
import org.apache.spark.mllib.linalg.{Matrices, Vectors}
import org.apache.spark.mllib.recommendation.Rating
import org.apache.spark.mllib.regression.LabeledPoint
import org.apache.spark.sql.Row
import org.apache.spark.sql.catalyst.InternalRow
import org.apache.spark.sql.catalyst.expressions.{GenericRowWithSchema, UnsafeProjection}
import org.apache.spark.sql.types.{Decimal, StructType}
import org.apache.spark.unsafe.types.UTF8String

import scala.concurrent.duration._

class SparkTypesSuite extends FunSuite {
  // More than munit's 30 seconds, for busy machines.
  override val munitTimeout: Duration = 5.minutes

  private val fixture = new CodecFixture
  private val schema = new StructType().add("a", "int").add("b", "string")

  test("vectors, matrices and labelled points come back in plain frames") {
    val records = Seq[Any](
      Vectors.dense(1, 2, 3),
      Vectors.sparse(5, Array(1, 3), Array(1.0, 2.0)),
      LabeledPoint(1, Vectors.dense(1, 2)),
      ml.Vectors.dense(1, 2),
      ml.Vectors.sparse(5, Array(1), Array(1.0)),
      Matrices.dense(2, 2, Array(1, 2, 3, 4)),
      Rating(1, 2, 3.0)
    )
    val block = fixture.write(records.iterator)
    assertEquals(fixture.read(block).toList, records.toList)
    assertEquals(fixture.frames(block), List(FrameFormat.Plain))
  }

  test("rows come back with their values and schema") {
    val records = Seq[Any](
      Row(1, "a", null, Seq(1), Map("k" -> 2.5), Row(2)),
      new GenericRowWithSchema(Array(1, "a"), schema),
      schema,
      UTF8String.fromString("aé"),
      Decimal("1.50"),
      InternalRow(1, UTF8String.fromString("b"), null)
    )
    val back = fixture.roundTrip(records)
    assertEquals(back, records)
    assertEquals(back(1).asInstanceOf[Row].schema, schema)
    assertEquals(back(1).asInstanceOf[Row].getAs[String]("b"), "a")
  }

  test("unsafe rows come back, although a projection reuses one row") {
    val project = UnsafeProjection.create(schema)
    val block = fixture.write(Iterator.tabulate(100)(i => project(InternalRow(i, UTF8String.fromString(s"row $i")))))
    val back = fixture.read(block).map(_.asInstanceOf[InternalRow]).toList
    assertEquals(
      back.map(row => (row.getInt(0), row.getUTF8String(1).toString)),
      List.tabulate(100)(i => (i, s"row $i"))
    )
  }

  test("none of the above fell back to Spark's serializer") {
    assertEquals(fixture.fallbacks, 0L)
  }
}
