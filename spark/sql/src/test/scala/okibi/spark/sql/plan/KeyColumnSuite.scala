package okibi.spark.sql.plan

import munit.FunSuite
import okibi.spark.sql.predicate.{InKeysPredicate, InPredicate}

import org.apache.spark.sql.catalyst.expressions.AttributeReference
import org.apache.spark.sql.types._
import org.apache.spark.unsafe.types.UTF8String
import org.apache.spark.util.SizeEstimator

class KeyColumnSuite extends FunSuite {
  private val most = 100000

  private def column(dataType: DataType, values: Iterator[Any]): KeyColumn = {
    val builder = new KeyColumnBuilder(dataType, most)
    values.foreach(builder.add)
    builder.result
  }

  private def kept(dataType: DataType, keys: KeyColumn): Option[Set[Any]] =
    keys.predicates(AttributeReference("a", dataType)()).forIndex.map(_.parsed).collectFirst {
      case InPredicate(_, values) => values.toSet
      case in: InKeysPredicate => in.values.toSet
    }

  test("a key that is a number takes eight bytes in a plan") {
    val types: Seq[(DataType, Int => Any)] = Seq(
      IntegerType -> (n => n),
      LongType -> (n => n.toLong << 20),
      DateType -> (n => n),
      TimestampType -> (n => n.toLong),
      DecimalType(7, 2) -> (n => Decimal(n.toLong, 7, 2))
    )
    types.foreach { case (dataType, value) =>
      val keys = column(dataType, Iterator.range(0, most).map(value))
      val bytes = SizeEstimator.estimate(keys)
      assert(bytes <= 8L * most + 4096, s"$dataType: $bytes bytes")
      assertEquals(kept(dataType, keys), Some(Iterator.range(0, most).map(value).toSet))
    }
  }

  test("values of all types of join keys come back unchanged, without duplicates") {
    val types: Seq[(DataType, Seq[Any])] = Seq(
      BooleanType -> Seq(true),
      ByteType -> Seq(Byte.MinValue, Byte.MaxValue),
      ShortType -> Seq(Short.MinValue, 0.toShort),
      LongType -> Seq(Long.MinValue, 0L, Long.MaxValue),
      StringType -> Seq("", "kept").map(UTF8String.fromString),
      DecimalType(30, 2) -> Seq(Decimal(BigDecimal("12345678901234567890123.45"), 30, 2))
    )
    types.foreach { case (dataType, values) =>
      assertEquals(kept(dataType, column(dataType, (values ++ values).iterator)), Some(values.toSet), dataType.sql)
    }
  }

  test("of more values than allowed only the range is known") {
    val keys = column(LongType, Iterator.range(0, most + 1).map(_.toLong))
    assertEquals(keys.values, None)
    assertEquals(keys.range, Some((0L, most.toLong)))
    assert(SizeEstimator.estimate(keys) < 4096)
  }
}
