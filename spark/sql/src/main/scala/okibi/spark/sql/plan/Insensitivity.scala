package okibi.spark.sql.plan

import okibi.spark.sql.stats.{IntegralTypes, SqlKeyOrder}

import org.apache.spark.sql.catalyst.expressions._
import org.apache.spark.sql.catalyst.expressions.aggregate._
import org.apache.spark.sql.execution.SparkPlan
import org.apache.spark.sql.execution.aggregate.BaseAggregateExec
import org.apache.spark.sql.execution.window.WindowExec
import org.apache.spark.sql.types._

/** Expressions, aggregates and windows that are known to give the same values for any distribution of rows to tasks and
  * any order of rows. All others count as sensitive. Sums of floating-point numbers, for one, differ in their last
  * digits.
  */
private[plan] object Insensitivity {

  /** Expressions such as rand, monotonically_increasing_id and spark_partition_id depend on their task. User-defined
    * code may.
    */
  def ofExpressions(plan: SparkPlan): Boolean =
    plan.expressions.forall(expression =>
      expression.deterministic && !expression.exists(_.isInstanceOf[UserDefinedExpression])
    )

  /** User-defined generators may hold rows back until a task ends. */
  def ofGenerator(generator: Generator): Boolean = !generator.isInstanceOf[UserDefinedGenerator]

  def ofAggregate(aggregate: BaseAggregateExec): Boolean =
    aggregate.groupingExpressions.forall(key => isKey(key.dataType)) && aggregate.aggregateExpressions.forall(call =>
      ofFunction(call.aggregateFunction)
    )

  /** Windows that give rows of equal rank the same value. */
  def ofWindow(window: WindowExec): Boolean = window.windowExpression.forall {
    case Alias(WindowExpression(function, WindowSpecDefinition(_, _, frame)), _) =>
      ofRank(function) || ofCall(function, frame)
    case _ => false
  }

  /** Functions that depend only on the rank of a row. */
  def ofRank(function: Expression): Boolean = function match {
    case _: Rank | _: DenseRank | _: PercentRank | _: CumeDist => true
    case _ => false
  }

  private def ofCall(function: Expression, frame: WindowFrame): Boolean = function match {
    case call: AggregateExpression => ofFunction(call.aggregateFunction) && isOfPeers(frame)
    case _ => false
  }

  /** Whether rows of equal rank have the same frame. */
  private def isOfPeers(frame: WindowFrame): Boolean = frame match {
    case SpecifiedWindowFrame(RangeFrame, _, _) => true
    case SpecifiedWindowFrame(_, UnboundedPreceding, UnboundedFollowing) => true
    case _ => false
  }

  private def ofFunction(function: AggregateFunction): Boolean = function match {
    case _: Count | _: BitAndAgg | _: BitOrAgg | _: BitXorAgg | _: HyperLogLogPlusPlus | _: BloomFilterAggregate => true
    case sum: Sum => isSummedExactly(sum.child.dataType)
    // An average sums whole numbers as doubles. The sum is exact while no partition has 2^37 shorts.
    case mean: Average =>
      mean.child.dataType == ByteType || mean.child.dataType == ShortType || !IntegralTypes.contain(
        mean.child.dataType
      ) && isSummedExactly(mean.child.dataType)
    case min: Min => isExact(min.child.dataType)
    case max: Max => isExact(max.child.dataType)
    case _ => false
  }

  private def isSummedExactly(dataType: DataType): Boolean = IntegralTypes.contain(dataType) || (dataType match {
    case _: DecimalType | _: YearMonthIntervalType | _: DayTimeIntervalType => true
    case _ => false
  })

  /** Whether equal values are identical: 0.0 and -0.0 are not, nor are strings that only a collation makes equal. */
  private def isExact(dataType: DataType): Boolean = dataType match {
    case FloatType | DoubleType => false
    case other => SqlKeyOrder.of(other).isDefined
  }

  /** Whether the rows of a group have identical keys. Spark normalises floating-point keys before it groups. */
  private def isKey(dataType: DataType): Boolean = dataType match {
    case FloatType | DoubleType | CalendarIntervalType | NullType => true
    case ArrayType(element, _) => isKey(element)
    case StructType(fields) => fields.forall(field => isKey(field.dataType))
    case other => isExact(other)
  }
}
