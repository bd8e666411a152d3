package okibi.spark.python

import org.apache.spark.TaskContext
import org.apache.spark.rdd.RDD
import org.apache.spark.sql.catalyst.expressions.{Attribute, AttributeSet, Expression, PythonUDF}
import org.apache.spark.sql.execution.SparkPlan
import org.apache.spark.sql.execution.arrow.RowsToArrow
import org.apache.spark.sql.execution.python.{KeptBatches, VectorEvalExec}

/** Spark's node for functions in Python that yield a value for each row, `pandas_udf` say, whose input are columns of a
  * cached table.
  *
  * @param udfs        over columns of the scan
  * @param arguments   what the functions get, each once: some of the scan's columns
  * @param resultAttrs what the functions yield
  * @param input       what this node yields beside the results, see [[PickedColumns]] for this and the next two
  * @param mostRows    of a batch
  * @param child       the scan of the table
  */
private[python] final case class TableEvalExec(
    udfs: Seq[PythonUDF],
    evalType: Int,
    arguments: Seq[Attribute],
    resultAttrs: Seq[Attribute],
    input: Seq[Attribute],
    columns: Seq[Attribute],
    conditions: Seq[Expression],
    mostRows: Int,
    child: SparkPlan
) extends VectorEvalExec {
  override def nodeName: String = "ArrowEvalPython"

  override def output: Seq[Attribute] = input ++ resultAttrs

  override def producedAttributes: AttributeSet = AttributeSet(output)

  // Of the moment in which the query is planned, as the settings of the call are.
  private[this] val toArrow = RowsToArrow.of(conf)

  private def picked: PickedColumns = PickedColumns(input, columns, conditions)

  override protected def vectors: RDD[KeptBatches] = {
    val ordered = arguments ++ columns.distinct.filter(PickedColumns.place(arguments, _) < 0)
    val kept = columns.map(PickedColumns.place(ordered, _)).toArray
    val (toVectors, schema, count) = (toArrow, VectorEvalExec.schema(ordered), arguments.size)
    picked.fillers(child, ordered, mostRows).mapPartitions { partition =>
      Iterator.single(
        new TableArguments(partition.next(), toVectors.schema(schema), count, kept, TaskContext.get())
      )
    }
  }

  override protected def stringArgs: Iterator[Any] =
    Iterator(udfs.mkString("[", ", ", "]"), resultAttrs.mkString("[", ", ", "]"), evalType) ++ picked.texts

  override protected def withNewChildInternal(newChild: SparkPlan): TableEvalExec = copy(child = newChild)
}
