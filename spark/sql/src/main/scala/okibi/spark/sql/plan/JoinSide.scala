package okibi.spark.sql.plan

import org.apache.spark.sql.catalyst.expressions._
import org.apache.spark.sql.catalyst.optimizer.{BuildLeft, BuildSide}
import org.apache.spark.sql.catalyst.plans.{InnerLike, JoinType, LeftExistence, LeftOuter, LeftSemi, RightOuter}
import org.apache.spark.sql.execution._
import org.apache.spark.sql.execution.adaptive.QueryStageExec
import org.apache.spark.sql.execution.exchange.{BroadcastExchangeExec, ReusedExchangeExec}
import org.apache.spark.sql.execution.joins.BroadcastHashJoinExec
import org.apache.spark.sql.types._

/** The streamed side of an equi-join that finds no partner for rows without one of the broadcast keys.
  *
  * @param columns what the keys are compared with, in the order of the keys; nothing where a column is lost on the way down
  * @param keys    gives the keys
  */
private[plan] final case class JoinSide(columns: Seq[Option[Expression]], keys: JoinKeysExec) {

  /** What a scan with this output can be pruned by. */
  def filter(output: Seq[Attribute]): Option[JoinFilter] = {
    val there = AttributeSet(output)
    val found = columns.zipWithIndex.collect {
      case (Some(column), at) if column.references.subsetOf(there) => (at, column)
    }
    if (found.isEmpty) None else Some(JoinFilter(found, keys, NamedExpression.newExprId))
  }

  /** The same for the input of projections. */
  private def through(projection: Seq[NamedExpression]): JoinSide = {
    val made = AttributeMap(projection.collect { case alias: Alias => alias.toAttribute -> alias.child })
    copy(columns =
      columns.map(
        _.map(_.transform { case attribute: Attribute => made.getOrElse(attribute, attribute) })
          .filter(JoinSide.comparable)
      )
    )
  }
}

private[plan] object JoinSide {

  /** The joins that restrict a child, given those that restrict its parent. */
  def ofChild(parent: SparkPlan, child: SparkPlan, own: Seq[JoinSide], settings: SessionSettings): Seq[JoinSide] =
    parent match {
      case _ if !settings.joinFilter || !parent.expressions.forall(_.deterministic) => Nil
      case project: ProjectExec => own.map(_.through(project.projectList))
      case _: FilterExec | _: ColumnarToRowExec | _: SortExec => own
      case join: BroadcastHashJoinExec if isStreamed(join, child) =>
        (if (rowByRow(join.joinType, join.buildSide)) own else Nil) ++ of(join, settings)
      case _ => Nil
    }

  private def isStreamed(join: BroadcastHashJoinExec, child: SparkPlan): Boolean =
    child eq (if (join.buildSide == BuildLeft) join.right else join.left)

  /** Whether each row that comes out stems from one row of the streamed side and keeps its columns. */
  private def rowByRow(kind: JoinType, build: BuildSide): Boolean = kind match {
    case _: InnerLike => true
    case LeftOuter | LeftExistence(_) => build != BuildLeft
    case RightOuter => build == BuildLeft
    case _ => false
  }

  private def of(join: BroadcastHashJoinExec, settings: SessionSettings): Option[JoinSide] = {
    val (streamed, build, broadcast) =
      if (join.buildSide == BuildLeft) (join.rightKeys, join.leftKeys, join.left)
      else (join.leftKeys, join.rightKeys, join.right)
    val sound = join.joinType match {
      case _: InnerLike => true
      case LeftSemi => join.buildSide != BuildLeft
      case _ => false
    }
    val columns = streamed.map(Some(_).filter(comparable))
    if (!sound || columns.forall(_.isEmpty)) None
    else
      shared(broadcast).map(side =>
        JoinSide(columns, JoinKeysExec(s"joinkeys#${broadcast.id}", build, settings.joinFilterKeys, side))
      )
  }

  /** The broadcast, so that it is made once: a stage of adaptive execution is one object; without it Spark finds equal ones. */
  private def shared(broadcast: SparkPlan): Option[SparkPlan] = broadcast match {
    case stage: QueryStageExec => Some(stage)
    case reused: ReusedExchangeExec => Some(reused)
    case exchange: BroadcastExchangeExec if exchange.conf.exchangeReuseEnabled =>
      Some(exchange.withNewChildren(Seq(CollapseCodegenStages()(exchange.child))))
    case _ => None
  }

  /** A column, or one widened, of a type whose equal values are one value: not floating numbers, where -0.0 equals 0.0. */
  private def comparable(key: Expression): Boolean = key match {
    case attribute: Attribute => simple(attribute.dataType)
    case cast: Cast =>
      comparable(cast.child) && integral(cast.child.dataType) && integral(cast.dataType) &&
      cast.child.dataType.defaultSize <= cast.dataType.defaultSize
    case _ => false
  }

  private def integral(kind: DataType): Boolean = kind match {
    case ByteType | ShortType | IntegerType | LongType => true
    case _ => false
  }

  private def simple(kind: DataType): Boolean = kind match {
    case BooleanType | DateType | TimestampType | TimestampNTZType | StringType | _: DecimalType => true
    case other => integral(other)
  }
}
