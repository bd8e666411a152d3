package okibi.spark.observe

import java.nio.charset.StandardCharsets.UTF_8
import java.util.concurrent.atomic.AtomicBoolean
import java.util.concurrent.{ArrayBlockingQueue, RejectedExecutionException, ThreadPoolExecutor, TimeUnit}

import scala.util.control.NonFatal

import com.fasterxml.jackson.databind.node.{JsonNodeFactory, ObjectNode}
import okibi.core.conf.ObserveConf
import okibi.spark.shims.DaemonThread

import org.apache.hadoop.conf.Configuration
import org.apache.hadoop.fs.{FSDataOutputStream, FileSystem, Path}
import org.apache.hadoop.fs.permission.FsPermission
import org.slf4j.LoggerFactory

/** A file of the machines' series and Okibi's counters, one event a line in the form of the event log. It stands beside
  * the event log, or replaces it if a platform keeps the log to itself. The file is made with the first event. A thread
  * of its own writes it, because the file system may be far away. After an error, one warning is logged and nothing
  * more is written. Thread-safe.
  *
  * @param folder a path of any file system that Hadoop knows
  * @param name   the name of the file, known once the application has its id
  */
final class SeriesFile(folder: String, name: () => String, hadoop: Configuration) {
  import SeriesFile._

  private val writer = new ThreadPoolExecutor(
    1,
    1,
    0,
    TimeUnit.SECONDS,
    new ArrayBlockingQueue[Runnable](mostWaitingReports),
    DaemonThread.factory("okibi-series-file")
  )
  private var out: Option[FSDataOutputStream] = None
  @volatile private var gaveUp = false
  private val closed = new AtomicBoolean

  /** Does not wait. */
  def write(event: OkibiNodeSeries): Unit = line(json(event).put("host", event.host).put("series", event.series))

  /** Does not wait. */
  def write(event: OkibiCounters): Unit = line {
    val logged = json(event).put("time", event.time)
    event.counters.foldLeft(logged.putObject("counters")) { case (all, (name, value)) => all.put(name, value) }
    logged
  }

  /** Closes the file, even if writing failed before, because some file systems only create a file when it is closed.
    * Waits some seconds for events that are still to be written. Later events are dropped.
    */
  def close(): Unit = if (closed.compareAndSet(false, true)) {
    try writer.execute(() => guarded(out.foreach(_.close())))
    catch { case _: RejectedExecutionException => failed(queueFull) }
    writer.shutdown()
    if (!writer.awaitTermination(patienceSeconds, TimeUnit.SECONDS))
      failed(s"writing took longer than $patienceSeconds seconds")
  }

  private def json(event: AnyRef): ObjectNode =
    JsonNodeFactory.instance.objectNode().put("Event", event.getClass.getName)

  private def line(event: => ObjectNode): Unit = if (!closed.get) {
    try
      writer.execute { () =>
        if (!gaveUp) guarded {
          val file = out.getOrElse(create())
          file.write((event.toString + "\n").getBytes(UTF_8))
          // Makes events visible, where the file system can, while the application runs and after it was killed.
          file.hflush()
        }
      }
    catch { case _: RejectedExecutionException => if (!closed.get) failed(queueFull) }
  }

  private def create(): FSDataOutputStream = {
    val path = new Path(folder, name())
    val file = FileSystem.create(path.getFileSystem(hadoop), path, SeriesFile.permissions)
    out = Some(file)
    file
  }

  private def guarded(body: => Unit): Unit = try body
  catch { case error @ (NonFatal(_) | _: LinkageError) => failed(error.toString) }

  private def failed(why: String): Unit = if (!gaveUp) {
    gaveUp = true
    log.warn(
      s"Okibi cannot write the activity of machines to ${ObserveConf.dir.key}=$folder: $why. " +
        "The application continues without that file."
    )
  }
}

object SeriesFile {
  private val log = LoggerFactory.getLogger(classOf[SeriesFile])
  private val mostWaitingReports = 10000

  /** Those of Spark's event logs: the names of machines are not for everyone. */
  private val permissions = new FsPermission(Integer.parseInt("660", 8).toShort)
  private val patienceSeconds = 10L
  private val queueFull = s"more than $mostWaitingReports reports wait to be written"
}
