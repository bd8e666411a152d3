package okibi.spark.sql.stats

import munit.FunSuite
import okibi.core.kit.Draws
import okibi.spark.sql.fixture.{RandomValues, SparkTestMode}

import org.apache.spark.sql.catalyst.InternalRow
import org.apache.spark.sql.catalyst.expressions.{GenericInternalRow, LessThan, Literal, UnsafeProjection, UnsafeRow}
import org.apache.spark.sql.types.{DataType, StringType}
import org.apache.spark.unsafe.Platform

class SqlKeyOrderSuite extends FunSuite {

  /** Rows that hold the same string as an object, as bytes of a row, and as memory outside the heap. */
  private def withRows(text: Any)(body: InternalRow => Unit): Unit = {
    val unsafe =
      UnsafeProjection.create(Array[DataType](StringType, StringType))(new GenericInternalRow(Array[Any](text, null)))
    val address = Platform.allocateMemory(unsafe.getSizeInBytes)
    try {
      Platform.copyMemory(unsafe.getBaseObject, unsafe.getBaseOffset, null, address, unsafe.getSizeInBytes)
      val outside = new UnsafeRow(2)
      outside.pointTo(null, address, unsafe.getSizeInBytes)
      Seq(new GenericInternalRow(Array[Any](text, null)), unsafe, outside).foreach(body)
    } finally Platform.freeMemory(address)
  }

  test("strings compare as in SQL, wherever their bytes are, also with the checks of Spark's own tests") {
    SparkTestMode.on {
      val values = new RandomValues(Draws.random("SqlKeyOrderSuite"))
      def less(a: Any, b: Any): Boolean = LessThan(Literal(a, StringType), Literal(b, StringType)).eval() == true
      (0 until 500).foreach { _ =>
        val (text, other) = (values.any(StringType), values.any(StringType))
        withRows(text) { row =>
          val sign = SqlKeyOrder.Strings.compare(row, 0, SqlKeyOrder.Strings.key(other))
          assertEquals((sign < 0, sign > 0), (less(text, other), less(other, text)), s"'$text' and '$other'")
        }
      }
    }
  }
}
