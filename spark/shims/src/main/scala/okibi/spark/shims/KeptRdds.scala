package okibi.spark.shims

import java.lang.reflect.{Field, InvocationTargetException, Method}

import scala.util.Try

import org.apache.spark.SparkContext
import org.apache.spark.sql.execution.{SQLExecution, SparkPlan}
import org.apache.spark.sql.execution.adaptive.{AdaptiveSparkPlanExec, ExchangeQueryStageExec, QueryStageExec}
import org.apache.spark.sql.execution.exchange.Exchange

/** The RDDs that the nodes of a plan keep after they have made them. From Spark 4.0 on, each node holds its RDD in a
  * private LazyTry, and returns the same RDD to every later execution of the plan. Before 4.0, nodes keep no RDDs.
  *
  * Uses reflection, because Spark has no way to execute a plan again. Thread-safe.
  */
object KeptRdds {
  private val lazyTry = "org.apache.spark.util.LazyTry"
  private val kept: Seq[Field] = classOf[SparkPlan].getDeclaredFields.toSeq.filter(_.getType.getName == lazyTry)

  /** Makes a node create its RDDs again; None on an unknown build of Spark. */
  private val renewal: Option[SparkPlan => Unit] = Try {
    val constructor = Class.forName(lazyTry, true, classOf[SparkPlan].getClassLoader).getConstructor(classOf[() => Any])
    val fields = Seq("executeRDD" -> "doExecute", "executeColumnarRDD" -> "doExecuteColumnar").map {
      case (field, method) =>
        (kept.find(_.getName == field).get, classOf[SparkPlan].getMethod(method))
    }
    fields.foreach { case (field, _) => field.setAccessible(true) }
    (node: SparkPlan) =>
      fields.foreach { case (field, method) => field.set(node, constructor.newInstance(new Maker(node, method))) }
  }.toOption

  /** Makes an RDD of a node. Functions of nodes carry it along to tasks, which never call it. */
  private final class Maker(@transient node: SparkPlan, @transient method: Method)
      extends (() => Any)
      with Serializable {
    override def apply(): Any =
      try method.invoke(node)
      catch {
        case e: InvocationTargetException => throw e.getCause
      }
  }

  /** A function that makes the running query's plan forget the RDDs of the nodes above a scan; None if that is
    * impossible. When the function runs, all of these nodes must have made their RDDs.
    *
    * @param scan a node that is reached from the plan's root without passing an exchange
    */
  def forgetter(context: SparkContext, scan: SparkPlan): Option[() => Unit] =
    for {
      id <- Option(context.getLocalProperty(SQLExecution.EXECUTION_ID_KEY))
      query <- Option(SQLExecution.getQueryExecution(id.toLong))
      above = nodes(query.executedPlan)
      if above.exists(_ eq scan) && (kept.isEmpty || renewal.isDefined)
    } yield () => if (kept.nonEmpty) renewal.foreach(above.foreach)

  private def nodes(plan: SparkPlan): Seq[SparkPlan] = plan match {
    case _: Exchange | _: ExchangeQueryStageExec => Nil
    case adaptive: AdaptiveSparkPlanExec => adaptive +: nodes(adaptive.executedPlan)
    case stage: QueryStageExec => stage +: nodes(stage.plan)
    case other => other +: other.children.flatMap(nodes)
  }
}
