package okibi.spark.python

import java.util.concurrent.LinkedBlockingQueue

import scala.concurrent.ExecutionContext
import scala.util.{Failure, Try}

import org.apache.spark.{SimpleFutureAction, TaskContext}
import org.apache.spark.okibi.LocalFiles
import org.apache.spark.rdd.RDD
import org.apache.spark.sql.Dataset
import org.apache.spark.sql.execution.{QueryExecution, SQLExecution}
import org.apache.spark.sql.execution.arrow.RowsToArrow

/** Brings the rows of a query to the driver as files of Arrow, which Python maps. Where the query yields columns of a
  * cached table in Okibi's format, tasks copy the columns; else they copy Spark's rows. The driver's heap holds what other
  * JVMs have sent and is not written yet. For one thread.
  *
  * @param toArrow how Spark writes the rows' types
  */
final class ArrowCollector private (query: QueryExecution, toArrow: RowsToArrow) {
  private var next = 0

  /** Messages of each partition. */
  private lazy val messages: RDD[Array[Byte]] = {
    query.executedPlan.resetMetrics()
    ArrowCollector.messages(query, toArrow)
  }

  /** All rows. Returns the path of a file, which the caller deletes. */
  def collect(): String = asQuery(write(messages.partitions.indices))

  /** The rows of the next partitions, as many as can be computed at once. Returns the path of a file, which the caller
    * deletes; null after the last partition. As with Spark's own iterators the jobs belong to no query of the SQL page.
    */
  def nextFile(): String = {
    val count = if (next == 0) asQuery(messages.getNumPartitions) else messages.getNumPartitions
    val until = math.min(count, next + messages.sparkContext.defaultParallelism)
    if (next >= until) null
    else {
      val path = write(next until until)
      next = until
      path
    }
  }

  private def asQuery[T](work: => T): T = SQLExecution.withNewExecutionId(query, Some("okibi.to_arrow"))(work)

  private def write(partitions: Seq[Int]): String = {
    val file = new ArrowFile(LocalFiles.newPath().toPath, toArrow.schema(query.analyzed.schema))
    try {
      ArrowCollector.run(messages, partitions, file)
      file.finish()
      file.close()
      file.path.toString
    } catch { case error: Throwable => file.delete(); throw error }
  }
}

object ArrowCollector {

  /** @return null where files of the driver must be encrypted (`spark.io.encryption.enabled`) */
  def of(data: Dataset[_]): ArrowCollector = {
    val query = data.queryExecution
    if (LocalFiles.areEncrypted) null
    else new ArrowCollector(query, RowsToArrow.of(query.sparkSession.sessionState.conf))
  }

  private def messages(query: QueryExecution, toArrow: RowsToArrow): RDD[Array[Byte]] =
    PickedColumns.of(query.executedPlan) match {
      case Some((picked, scan)) if toArrow.hasShortOffsets =>
        picked
          .fillers(scan, picked.columns, toArrow.mostRows)
          .mapPartitions(partition => TableMessages.of(partition.next(), TaskContext.get()))
      case _ =>
        val schema = query.analyzed.schema
        query.executedPlan.execute().mapPartitions(toArrow.messages(_, schema, TaskContext.get()))
    }

  private val atOnce = ExecutionContext.fromExecutor((work: Runnable) => work.run())

  /** Runs a job that writes partitions into a file. Tasks of this JVM write themselves; what others send is written here, on
    * this thread, and not on that of the scheduler.
    */
  private def run(rows: RDD[Array[Byte]], partitions: Seq[Int], file: ArrowFile): Unit =
    if (partitions.nonEmpty) {
      val arrived = new LinkedBlockingQueue[Try[(Int, Array[Byte])]]
      val target = file.reference
      val job: SimpleFutureAction[Unit] = rows.sparkContext.submitJob(
        rows,
        PartitionResult.of(target, _: Iterator[Array[Byte]]),
        partitions,
        (place: Int, found: Array[Byte]) => arrived.put(Try(partitions(place) -> found)),
        ()
      )
      job.onComplete(outcome => if (outcome.isFailure) arrived.put(Failure(outcome.failed.get)))(atOnce)
      try
        partitions.foreach { _ =>
          val (partition, found) = arrived.take().get
          file.place(partition, PartitionResult.blocks(found, file))
        }
      finally if (!job.isCompleted) job.cancel()
    }
}
