package org.apache.spark.sql.execution.python

import java.io.DataOutputStream
import java.nio.channels.Channels

import org.apache.arrow.vector.ipc.{ArrowStreamWriter, WriteChannel}
import org.apache.arrow.vector.ipc.message.MessageSerializer
import org.apache.spark.api.python.{BasePythonRunner, PythonEvalType}
import org.apache.spark.sql.catalyst.InternalRow
import org.apache.spark.sql.errors.QueryExecutionErrors
import org.apache.spark.sql.execution.SparkPlan
import org.apache.spark.sql.internal.SQLConf
import org.apache.spark.sql.types.DataType

/** Spark 4.1 and later, which compare what functions return with what they promised (SPARK-51739). */
private[python] trait CheckedLine extends NamedArgumentLine {

  /** Results come in the batches of the input, unless the user wants small ones. */
  override final def allows(conf: SQLConf): Boolean =
    super.allows(conf) && conf.arrowMaxRecordsPerOutputBatch <= 0 && conf.arrowMaxBytesPerOutputBatch <= 0

  override final def rowKinds: Set[Int] = super.rowKinds + PythonEvalType.SQL_SCALAR_ARROW_UDF

  override final def session(plan: SparkPlan): Option[String] =
    Option(plan.session).filter(_.sessionState.conf.pythonWorkerLoggingEnabled).map(_.sessionUUID)

  override final def checkBatch(evalType: Int, promised: DataType, returned: DataType): Unit =
    if (SQLConf.get.pysparkArrowValidateSchema && !DataType.equalsIgnoreCompatibleNullability(returned, promised))
      throw QueryExecutionErrors.arrowDataTypeMismatchError(
        PythonEvalType.toString(evalType),
        Seq(promised),
        Seq(returned)
      )

  override final def checkRows(promised: Seq[DataType], returned: Seq[DataType]): Unit =
    if (!DataType.equalsIgnoreCompatibleCollation(promised, returned))
      throw QueryExecutionErrors.arrowDataTypeMismatchError("pandas_udf()", promised, returned)
}

/** Sends vectors compressed where the user wants it, as these lines can. */
private[python] trait CompressedInput extends VectorInput { self: BasePythonRunner[Iterator[InternalRow], _] =>
  override protected def send(writer: ArrowStreamWriter, dataOut: DataOutputStream): Unit = {
    val batch = unloader.getRecordBatch()
    try MessageSerializer.serialize(new WriteChannel(Channels.newChannel(dataOut)), batch)
    finally batch.close()
  }
}
