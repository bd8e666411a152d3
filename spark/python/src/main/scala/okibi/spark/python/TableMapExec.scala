package okibi.spark.python

import org.apache.spark.rdd.RDD
import org.apache.spark.sql.catalyst.expressions.{Attribute, AttributeSet, Expression}
import org.apache.spark.sql.execution.SparkPlan
import org.apache.spark.sql.execution.python.{VectorBatches, VectorMapExec}
import org.apache.spark.sql.types.{StructField, StructType}

/** Spark's node for a function of `mapInArrow` or `mapInPandas`, whose input are columns of a cached table: they are
  * copied into Arrow's buffers in bulk.
  *
  * @param func     the function
  * @param evalType the kind of the function, of Spark's `PythonEvalType`
  * @param output   what the function yields
  * @param input    what the function gets, see [[PickedColumns]] for this and the next two
  * @param mostRows of a batch
  * @param child    the scan of the table
  * @param nodeName the name of Spark's node
  */
private[python] final case class TableMapExec(
    func: Expression,
    evalType: Int,
    output: Seq[Attribute],
    input: Seq[Attribute],
    columns: Seq[Attribute],
    conditions: Seq[Expression],
    mostRows: Int,
    child: SparkPlan,
    override val nodeName: String
) extends VectorMapExec {

  override def producedAttributes: AttributeSet = AttributeSet(output ++ input)

  private def picked: PickedColumns = PickedColumns(input, columns, conditions)

  override protected def inputSchema: StructType =
    StructType(
      input.map(column => StructField(column.name, column.dataType, column.nullable, column.metadata))
    )

  override protected def vectors: RDD[VectorBatches] =
    picked
      .fillers(child, columns, mostRows)
      .mapPartitions(partition => Iterator.single(new TableVectors(partition.next())))

  override protected def stringArgs: Iterator[Any] =
    Iterator(func, output.mkString("[", ", ", "]")) ++ picked.texts

  override protected def withNewChildInternal(newChild: SparkPlan): TableMapExec = copy(child = newChild)
}
