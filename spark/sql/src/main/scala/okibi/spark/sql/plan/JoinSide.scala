package okibi.spark.sql.plan

import okibi.spark.sql.stats.IntegralTypes

import org.apache.spark.sql.catalyst.expressions._
import org.apache.spark.sql.catalyst.optimizer.{BuildLeft, BuildSide}
import org.apache.spark.sql.catalyst.plans.{InnerLike, JoinType, LeftExistence, LeftOuter, LeftSemi, RightOuter}
import org.apache.spark.sql.execution._
import org.apache.spark.sql.execution.adaptive.QueryStageExec
import org.apache.spark.sql.execution.exchange.{BroadcastExchangeExec, ReusedExchangeExec}
import org.apache.spark.sql.execution.joins.BroadcastHashJoinExec
import org.apache.spark.sql.types._

/** The streamed side of an equi-join that drops rows without a partner among the broadcast keys.
  *
  * @param columns the expressions that are compared with the keys, in the order of the keys; nothing for an expression
  *                that cannot be traced down to the scan
  * @param keys    gives the keys
  */
private[plan] final case class JoinSide(columns: Seq[Option[Expression]], keys: JoinKeysExec) {

  /** The filter for a scan with this output; nothing if the scan has none of the columns. */
  def filter(output: Seq[Attribute]): Option[JoinFilter] = {
    val scanned = AttributeSet(output)
    val found = columns.zipWithIndex.collect {
      case (Some(column), position) if column.references.subsetOf(scanned) => (position, column)
    }
    if (found.isEmpty) None else Some(JoinFilter(found, keys, NamedExpression.newExprId))
  }

  /** The same side, in terms of the input of a projection. */
  private def through(projection: Seq[NamedExpression]): JoinSide = {
    val sources = AttributeMap(projection.collect { case alias: Alias => alias.toAttribute -> alias.child })
    copy(columns =
      columns.map(
        _.map(_.transform { case attribute: Attribute => sources.getOrElse(attribute, attribute) })
          .filter(JoinSide.comparable)
      )
    )
  }
}

private[plan] object JoinSide {

  /** The joins that restrict the rows of a child.
    *
    * @param ofParent the joins that restrict the rows of its parent
    */
  def ofChild(parent: SparkPlan, child: SparkPlan, ofParent: Seq[JoinSide], settings: SessionSettings): Seq[JoinSide] =
    parent match {
      case _ if !settings.joinFilter || !parent.expressions.forall(_.deterministic) => Nil
      case project: ProjectExec => ofParent.map(_.through(project.projectList))
      case _: FilterExec | _: ColumnarToRowExec | _: SortExec => ofParent
      case join: BroadcastHashJoinExec if isStreamed(join, child) =>
        (if (keepsStreamedRows(join.joinType, join.buildSide)) ofParent else Nil) ++ of(join, settings)
      case _ => Nil
    }

  private def isStreamed(join: BroadcastHashJoinExec, child: SparkPlan): Boolean =
    child eq (if (join.buildSide == BuildLeft) join.right else join.left)

  /** Whether each row of the result comes from one row of the streamed side, with its columns. */
  private def keepsStreamedRows(kind: JoinType, build: BuildSide): Boolean = kind match {
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

  /** The broadcast as a plan that Spark makes only once: a stage of adaptive execution is one object; otherwise Spark
    * reuses an equal exchange.
    */
  private def shared(broadcast: SparkPlan): Option[SparkPlan] = broadcast match {
    case stage: QueryStageExec => Some(stage)
    case reused: ReusedExchangeExec => Some(reused)
    case exchange: BroadcastExchangeExec if exchange.conf.exchangeReuseEnabled =>
      Some(exchange.withNewChildren(Seq(CollapseCodegenStages()(exchange.child))))
    case _ => None
  }

  /** Whether the key is a column, or a widened column, of a type whose equal values are identical. Floating-point
    * numbers are not: -0.0 equals 0.0.
    */
  private def comparable(key: Expression): Boolean = key match {
    case attribute: Attribute => simple(attribute.dataType)
    case cast: Cast =>
      comparable(cast.child) && IntegralTypes.contain(cast.child.dataType) && IntegralTypes.contain(cast.dataType) &&
      cast.child.dataType.defaultSize <= cast.dataType.defaultSize
    case _ => false
  }

  private def simple(kind: DataType): Boolean = kind match {
    case BooleanType | DateType | TimestampType | TimestampNTZType | StringType | _: DecimalType => true
    case other => IntegralTypes.contain(other)
  }
}
