package okibi.spark.sql.rowfilter

import scala.concurrent.duration._
import scala.util.Random

import munit.FunSuite
import okibi.core.kit.Draws
import okibi.spark.sql.fixture.RandomValues
import okibi.spark.sql.predicate.{Conjunct, RandomPredicates}
import okibi.spark.sql.table.BatchFixture

import org.apache.spark.sql.catalyst.InternalRow
import org.apache.spark.sql.catalyst.expressions._
import org.apache.spark.sql.types._
import org.apache.spark.unsafe.types.UTF8String

class RowFilterSuite extends FunSuite {
  // The usual limit is too short for a busy machine.
  override val munitTimeout: Duration = 5.minutes

  // Two columns of one type, to compare with each other.
  private val types = RandomValues.types :+ LongType
  private val columns = types.zipWithIndex.map { case (dataType, i) => AttributeReference(s"c$i", dataType)() }
  private val toUnsafe = UnsafeProjection.create(types.toArray)

  private def rows(random: Random, count: Int): Seq[UnsafeRow] = {
    val values = new RandomValues(random)
    val nulls = types.map(_ => if (random.nextBoolean()) 0 else 1 + random.nextInt(5))
    Seq.fill(count)(toUnsafe(InternalRow.fromSeq(types.zip(nulls).map { case (dataType, rate) =>
      if (rate > 0 && random.nextInt(rate * 3) == 0) null else values.any(dataType)
    })).copy())
  }

  /** Evaluates conjunct by conjunct, as Spark's own filter does. A conjunct that throws passes, because the filter
    * above the scan throws too.
    */
  private def satisfies(predicates: Seq[Expression])(row: InternalRow): Boolean = predicates.forall {
    case And(left, right) => satisfies(Seq(left, right))(row)
    case conjunct =>
      try BindReferences.bindReference(conjunct, AttributeSeq(columns)).eval(row) == true
      catch { case _: Exception => true }
  }

  private def read(row: InternalRow): Seq[Any] = types.zipWithIndex.map { case (dataType, i) =>
    if (row.isNullAt(i)) null
    else
      (row.get(i, dataType): Any) match {
        case bytes: Array[Byte] => bytes.toSeq
        case text: UTF8String => text.toString
        case value: Float => java.lang.Float.floatToIntBits(value)
        case value: Double => java.lang.Double.doubleToLongBits(value)
        case value => value
      }
  }

  /** The rows that the filter keeps, in order. */
  private def filtered(rows: Seq[UnsafeRow], specs: Seq[KernelSpec]): Seq[Seq[Any]] = {
    val filter = new RowFilter(specs)
    BatchFixture.columnar(rows, types).flatMap { batch =>
      filter(batch)
      (0 until batch.numRows).map(i => read(batch.getRow(i)))
    }
  }

  test("no row that satisfies the predicates is dropped, and the kept rows are unchanged") {
    val random = Draws.random("RowFilterSuite")
    var dropped = 0
    (1 to Draws.cases(400)).foreach { _ =>
      val table = rows(random, 1 + random.nextInt(60))
      val predicates = Seq.fill(1 + random.nextInt(3))(new RandomPredicates(random, columns, inSets = true).any(1))
      val left = filtered(table, KernelSpec.of(Conjunct.split(predicates), columns))
      val wanted = table.filter(satisfies(predicates)).map(read)
      assertEquals(left.intersect(wanted), wanted, predicates.mkString(" and "))
      assertEquals(table.map(read).intersect(left), left, predicates.mkString(" and "))
      dropped += table.length - left.length
    }
    assert(dropped > 0, "no case dropped a row")
  }

  private def count(predicate: Expression, table: Seq[UnsafeRow]): Int =
    filtered(table, KernelSpec.of(Conjunct.split(Seq(predicate)), columns)).length

  test("a predicate that has a kernel keeps exactly its rows") {
    val table = rows(Draws.random("RowFilterSuite"), 5000)
    def column(dataType: DataType): AttributeReference = columns(types.indexOf(dataType))
    val (int, long, date, text) = (column(IntegerType), column(LongType), column(DateType), column(StringType))
    val decimal = column(DecimalType(9, 2))
    Seq(
      EqualTo(int, Literal(3)),
      LessThan(Literal(5), int),
      LessThanOrEqual(long, Literal(-3L)),
      LessThan(long, Literal(Long.MinValue)),
      GreaterThan(long, Literal(Long.MaxValue)),
      And(GreaterThanOrEqual(date, Literal(13, DateType)), LessThan(date, Literal(130, DateType))),
      GreaterThan(decimal, Literal(Decimal(BigDecimal("0.03"), 9, 2), DecimalType(9, 2))),
      EqualNullSafe(int, Literal(7)),
      In(long, Seq(Literal(1L), Literal(null, LongType), Literal(9L))),
      InSet(int, Set[Any](1, 2, 3, null)),
      LessThan(long, columns.last),
      StartsWith(text, Literal("Brand#")),
      In(text, Seq(Literal("ab1"), Literal("x2"))),
      IsNull(text),
      Not(EqualTo(text, Literal("ab3")))
    ).foreach { predicate =>
      val specs = KernelSpec.of(Conjunct.split(Seq(predicate)), columns)
      val wanted = table.count(row => satisfies(Seq(predicate))(row))
      assert(specs.nonEmpty, predicate.sql)
      // A batch that keeps more is passed on whole.
      assertEquals(count(predicate, table), if (wanted < table.length * 0.9) wanted else table.length, predicate.sql)
    }
  }

  test("comparisons of two types, random numbers and user-defined functions have no kernel") {
    val (int, long) = (columns(types.indexOf(IntegerType)), columns(types.indexOf(LongType)))
    val text = columns(types.indexOf(StringType))
    val udf = ScalaUDF((value: UTF8String) => value == null, BooleanType, Seq(text))
    assertEquals(
      KernelSpec.of(Conjunct.split(Seq(LessThan(int, long), EqualTo(Rand(1L), Literal(0.5)), udf)), columns),
      Nil
    )
  }

  test("a kernel that drops no rows sleeps, and is tried again after 64 batches") {
    val order = types.indexOf(LongType)
    val sorted = (0 until 70).flatMap(batch =>
      Seq.fill(100)(
        toUnsafe(InternalRow.fromSeq(types.indices.map(i => if (i == order) batch.toLong else null))).copy()
      )
    )
    val filter = new RowFilter(KernelSpec.of(Conjunct.split(Seq(LessThan(columns(order), Literal(64L)))), columns))
    val left = sorted.grouped(100).toSeq.map { rows =>
      val batch = BatchFixture.columnar(rows, types).head
      filter(batch)
      batch.numRows
    }
    assertEquals(left.take(64), Seq.fill(64)(100))
    assertEquals(left.drop(64), Seq.fill(6)(0))
  }
}
