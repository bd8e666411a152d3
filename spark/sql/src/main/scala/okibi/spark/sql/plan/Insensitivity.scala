package okibi.spark.sql.plan

import okibi.spark.sql.stats.SqlKeyOrder

import org.apache.spark.sql.catalyst.expressions._
import org.apache.spark.sql.catalyst.expressions.aggregate._
import org.apache.spark.sql.execution.SparkPlan
import org.apache.spark.sql.execution.aggregate.BaseAggregateExec
import org.apache.spark.sql.execution.window.WindowExec
import org.apache.spark.sql.types._

/** What is known to give the same values however rows are dealt out to tasks, and in whatever order they come. All else counts as
  * sensitive: sums of floating-point numbers, for one, differ in their last digits.
  */
private[plan] object Insensitivity {

  /** Expressions such as rand, monotonically_increasing_id and spark_partition_id speak of the task they run in; code of users may. */
  def ofExpressions(plan: SparkPlan): Boolean =
    plan.expressions.forall(expression =>
      expression.deterministic && !expression.exists(_.isInstanceOf[UserDefinedExpression])
    )

  /** Generators of users may keep rows back until a task ends. */
  def ofGenerator(generator: Generator): Boolean = !generator.isInstanceOf[UserDefinedGenerator]

  def ofAggregate(aggregate: BaseAggregateExec): Boolean =
    aggregate.groupingExpressions.forall(key => isKey(key.dataType)) && aggregate.aggregateExpressions.forall(call =>
      ofFunction(call.aggregateFunction)
    )

  /** Windows that treat rows of equal rank alike. */
  def ofWindow(window: WindowExec): Boolean = window.windowExpression.forall {
    case Alias(WindowExpression(function, WindowSpecDefinition(_, _, frame)), _) =>
      ofRank(function) || ofCall(function, frame)
    case _ => false
  }

  /** Functions that depend on the rank of a row alone. */
  def ofRank(function: Expression): Boolean = function match {
    case _: Rank | _: DenseRank | _: PercentRank | _: CumeDist => true
    case _ => false
  }

  private def ofCall(function: Expression, frame: WindowFrame): Boolean = function match {
    case call: AggregateExpression => ofFunction(call.aggregateFunction) && isOfPeers(frame)
    case _ => false
  }

  /** Whether rows that the order does not tell apart share a frame. */
  private def isOfPeers(frame: WindowFrame): Boolean = frame match {
    case SpecifiedWindowFrame(RangeFrame, _, _) => true
    case SpecifiedWindowFrame(_, UnboundedPreceding, UnboundedFollowing) => true
    case _ => false
  }

  private def ofFunction(function: AggregateFunction): Boolean = function match {
    case _: Count | _: BitAndAgg | _: BitOrAgg | _: BitXorAgg | _: HyperLogLogPlusPlus | _: BloomFilterAggregate => true
    case sum: Sum => isSummedExactly(sum.child.dataType)
    // Whole numbers are summed as doubles: exactly, as long as no partition of short ones has 2^37 rows.
    case mean: Average =>
      mean.child.dataType == ByteType || mean.child.dataType == ShortType || !isWhole(
        mean.child.dataType
      ) && isSummedExactly(mean.child.dataType)
    case min: Min => isExact(min.child.dataType)
    case max: Max => isExact(max.child.dataType)
    case _ => false
  }

  private def isWhole(dataType: DataType): Boolean = dataType match {
    case ByteType | ShortType | IntegerType | LongType => true
    case _ => false
  }

  private def isSummedExactly(dataType: DataType): Boolean = isWhole(dataType) || (dataType match {
    case _: DecimalType | _: YearMonthIntervalType | _: DayTimeIntervalType => true
    case _ => false
  })

  /** Whether equal values are the same value: not 0.0 and -0.0, nor texts that a collation calls equal. */
  private def isExact(dataType: DataType): Boolean = dataType match {
    case FloatType | DoubleType => false
    case other => SqlKeyOrder.of(other).isDefined
  }

  /** Whether one value stands for all of a group. Floating-point keys are normalised before they are grouped by. */
  private def isKey(dataType: DataType): Boolean = dataType match {
    case FloatType | DoubleType | CalendarIntervalType | NullType => true
    case ArrayType(element, _) => isKey(element)
    case StructType(fields) => fields.forall(field => isKey(field.dataType))
    case other => isExact(other)
  }
}
