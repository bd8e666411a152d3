package okibi.spark.sql.prune

import munit.FunSuite
import okibi.core.kit.Draws
import okibi.spark.sql.fixture.{RandomValues, SparkTestMode}
import okibi.spark.sql.predicate.{Conjunct, RandomPredicates}
import okibi.spark.sql.stats._

import org.apache.spark.sql.catalyst.InternalRow
import org.apache.spark.sql.catalyst.expressions._
import org.apache.spark.sql.columnar.SimpleMetricsCachedBatch
import org.apache.spark.sql.internal.SQLConf
import org.apache.spark.sql.types._

import scala.concurrent.duration.{Duration, DurationInt}
import scala.util.{Random, Try}

/** A test must never rule out an outcome that its predicate has for some row, for facts of partitions and of batches.
  */
class AnalysisLawsSuite extends FunSuite {
  override val munitTimeout: Duration = 5.minutes

  private val columns: Seq[AttributeReference] = (RandomValues.types :+ ArrayType(IntegerType)).zipWithIndex.map {
    case (dataType, i) =>
      AttributeReference(s"c$i", dataType)()
  }
  private val orders = PruningSerializer.orders(columns)
  private val allRules = PruneRules.of(new SQLConf)

  private def rows(random: Random): Seq[InternalRow] = {
    val values = new RandomValues(random)
    // Each column has a few values in a narrow range, so that much can be ruled out.
    val offered = columns.map(column =>
      Seq.fill(1 + random.nextInt(3))(if (random.nextInt(6) == 0) null else values.any(column.dataType))
    )
    Seq.fill(random.nextInt(6))(InternalRow.fromSeq(offered.map(values => values(random.nextInt(values.length)))))
  }

  /** A batch with statistics as Spark's own format keeps them: bounds leave NaN out. */
  private def batch(rows: Seq[InternalRow]): SimpleMetricsCachedBatch = {
    val figures = columns.indices.flatMap { i =>
      val known = rows.filterNot(row => row.isNullAt(i) || isNan(row, i))
      val bounds =
        if (known.isEmpty || orders(i) == null) None
        else {
          val sorted = known.map(_.get(i, columns(i).dataType)).sorted(TypeOrdering(columns(i).dataType))
          Some(sorted.head -> sorted.last)
        }
      Seq(bounds.map(_._1).orNull, bounds.map(_._2).orNull, rows.count(_.isNullAt(i)), rows.length, 8L)
    }
    new SimpleMetricsCachedBatch {
      override val stats: InternalRow = InternalRow.fromSeq(figures)
      override def numRows: Int = rows.length
    }
  }

  private def isNan(row: InternalRow, column: Int): Boolean = columns(column).dataType match {
    case FloatType => row.getFloat(column).isNaN
    case DoubleType => row.getDouble(column).isNaN
    case _ => false
  }

  private object TypeOrdering {
    def apply(dataType: DataType): Ordering[Any] = (a, b) =>
      if (LessThan(Literal(a, dataType), Literal(b, dataType)).eval() == true) -1
      else if (LessThan(Literal(b, dataType), Literal(a, dataType)).eval() == true) 1
      else 0
  }

  /** The driver's state, from the packets that tasks send. */
  private def state(rows: Seq[InternalRow], groups: Seq[ColumnGroup]): TableState = {
    val state = new TableState(orders, 1, new DriverMemory(1L << 30))
    val plan = CollectPlan(
      orders,
      boundsFromRows = true,
      textsFromBatches = false,
      sets = true,
      groups,
      SetForm.Auto,
      1L << 30,
      1
    )
    val collector = new PartitionCollector(plan, 0)
    rows.foreach(collector.add)
    collector.packets().foreach(state.receive)
    state
  }

  private def outcome(value: Any): Int =
    if (value == null) OutcomeSet.Null else if (value == true) OutcomeSet.True else OutcomeSet.False

  test("no outcome that some row has is ruled out, also with the checks of Spark's own tests")(
    SparkTestMode.on(noOutcomeIsRuledOut())
  )

  private def noOutcomeIsRuledOut(): Unit = {
    val random = Draws.random("AnalysisLawsSuite")
    val predicates = new RandomPredicates(random, columns, inSets = true)
    var ruledOut = 0
    val drawn = Draws.cases(1000)
    (0 until drawn).foreach { n =>
      val table = rows(random)
      val groups =
        Seq.fill(2)(ColumnGroup(random.shuffle(orders.indices.filter(orders(_) != null).toVector).take(2).sorted))
      val known = state(table, groups)
      val ofBatch = batch(table)
      (0 until 5).foreach { _ =>
        val predicate = predicates.any(random.nextInt(3))
        val bound = BindReferences.bindReference(predicate, AttributeSeq(columns))
        // A row for which the predicate throws may be read or not: pruning does not evaluate the predicate.
        val had = table.flatMap(row => Try(outcome(bound.eval(row))).toOption).foldLeft(0)(_ | _)
        val analysis = new PruneAnalysis(columns, allRules, groups)
        val sources =
          Seq("partition" -> new PartitionFacts(known, 100).at(0), "batch" -> new BatchFacts(orders).at(ofBatch))
        sources.foreach { case (name, facts) =>
          def clue = s"seed ${Draws.seed}, case $n, $name: $predicate had outcomes $had; rows: $table"
          assertEquals(had & ~analysis.test(new Conjunct(predicate).parsed).outcomes(facts), 0, clue)
          analysis.conjunction(Conjunct.split(Seq(predicate))).foreach { test =>
            val may = OutcomeSet.mayBeTrue(test.outcomes(facts))
            assert(may || (had & OutcomeSet.True) == 0, clue)
            if (!may && table.nonEmpty) ruledOut += 1
          }
        }
      }
    }
    assert(ruledOut > drawn / 2, s"only $ruledOut were ruled out: the test proves little")
  }

  test("a list of nulls alone is false for NaN, as in Spark's InSet") {
    columns.filter(column => column.dataType == FloatType || column.dataType == DoubleType).foreach { column =>
      val predicate = InSet(column, Set[Any](null))
      val nan: Any = if (column.dataType == FloatType) Float.NaN else Double.NaN
      val had =
        outcome(BindReferences.bindReference[Expression](predicate, AttributeSeq(Seq(column))).eval(InternalRow(nan)))
      val facts =
        new PartitionFacts(state(Seq(InternalRow.fromSeq(columns.map(c => if (c eq column) nan else null))), Nil), 100)
          .at(0)
      assertEquals(
        had & ~new PruneAnalysis(columns, allRules, Nil)
          .test(new Conjunct(predicate).parsed)
          .outcomes(facts),
        0,
        column.dataType
      )
    }
  }

  test("a key keeps the order and the equality of its type") {
    val random = Draws.random("AnalysisLawsSuite")
    val values = new RandomValues(random)
    RandomValues.types.foreach { dataType =>
      val order = SqlKeyOrder.of(dataType).get
      (0 until 300).foreach { _ =>
        val (a, b) = (values.any(dataType), values.any(dataType))
        val compared = order match {
          case longs: LongOrder => java.lang.Long.compare(longs.key(a), longs.key(b))
          case bytes: BytesOrder => Integer.signum(java.util.Arrays.compareUnsigned(bytes.key(a), bytes.key(b)))
        }
        assertEquals(compared, TypeOrdering(dataType).compare(a, b), s"$dataType: $a, $b")
        if (compared == 0) assertEquals(order.hash(a), order.hash(b), s"$dataType: $a, $b")
        assertEquals(order.hash(InternalRow(a), 0), order.hash(a), s"$dataType: $a")
      }
    }
  }
}
