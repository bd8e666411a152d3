package okibi.spark.observe

import java.nio.charset.StandardCharsets.UTF_8
import java.util.concurrent.atomic.AtomicBoolean
import java.util.concurrent.{ArrayBlockingQueue, RejectedExecutionException, ThreadPoolExecutor, TimeUnit}

import scala.util.control.NonFatal

import com.fasterxml.jackson.databind.node.{JsonNodeFactory, ObjectNode}
import okibi.core.conf.ObserveConf
import okibi.spark.shims.DaemonThread

import org.apache.hadoop.conf.Configuration
import org.apache.hadoop.fs.{FSDataOutputStream, Path}
import org.slf4j.LoggerFactory

/** Machines' series and Okibi's counters as a file of their own beside the event log, or in place of it where a platform keeps that to itself: one event a line, as an event log has them. It is made
  * with the first of them, and written by a thread of its own, since the file system may be far away. What cannot be written is said once, and then no more is tried. Thread-safe.
  *
  * @param folder a path of any file system that Hadoop knows
  * @param name   of the file in it, known when the application has its id
  */
final class SeriesFile(folder: String, name: () => String, hadoop: Configuration) {
  import SeriesFile._

  private val writer = new ThreadPoolExecutor(
    1,
    1,
    0,
    TimeUnit.SECONDS,
    new ArrayBlockingQueue[Runnable](mostWaiting),
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

  /** Closes the file, though writing to it may have failed before: some file systems have none before that. Waits for what is still to be written, for some seconds; what is written
    * after it is left out.
    */
  def close(): Unit = if (closed.compareAndSet(false, true)) {
    try writer.execute(() => guarded(out.foreach(_.close())))
    catch { case _: RejectedExecutionException => failed(queueFull) }
    writer.shutdown()
    if (!writer.awaitTermination(patienceSeconds, TimeUnit.SECONDS))
      failed(s"it was not written within $patienceSeconds seconds")
  }

  private def json(event: AnyRef): ObjectNode =
    JsonNodeFactory.instance.objectNode().put("Event", event.getClass.getName)

  private def line(event: => ObjectNode): Unit = if (!closed.get) {
    try
      writer.execute { () =>
        if (!gaveUp) guarded {
          val file = out.getOrElse(made())
          file.write((event.toString + "\n").getBytes(UTF_8))
          file.hflush() // Where a file system can: those who read while the application runs, or after it was killed, find what was written.
        }
      }
    catch { case _: RejectedExecutionException => if (!closed.get) failed(queueFull) }
  }

  private def made(): FSDataOutputStream = {
    val path = new Path(folder, name())
    val file = path.getFileSystem(hadoop).create(path, true)
    out = Some(file)
    file
  }

  private def guarded(body: => Unit): Unit = try body
  catch { case error @ (NonFatal(_) | _: LinkageError) => failed(error.toString) }

  private def failed(why: String): Unit = if (!gaveUp) {
    gaveUp = true
    log.warn(
      s"Okibi: cannot write what machines do into ${ObserveConf.dir.key}=$folder: $why. The application goes on without it."
    )
  }
}

object SeriesFile {
  private val log = LoggerFactory.getLogger(classOf[SeriesFile])
  private val mostWaiting = 10000
  private val patienceSeconds = 10L
  private val queueFull = s"$mostWaiting reports wait to be written"
}
