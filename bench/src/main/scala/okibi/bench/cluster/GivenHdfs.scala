package okibi.bench.cluster

import java.net.{URI, UnknownHostException}
import java.util.concurrent.{Callable, ExecutionException, Executors, TimeoutException, TimeUnit}

import scala.util.Try

import okibi.bench.runner.{RunScope, UsageException}

import org.apache.hadoop.conf.Configuration
import org.apache.hadoop.fs.{FileSystem, Path}

/** An existing HDFS, of which the bench uses one folder of its own. */
object GivenHdfs {
  private val limitSeconds = 6L

  /** Checks an address, within ten seconds of the start of the command, of which a busy machine needs three.
    *
    * @param option of the command line that gave the address
    * @throws UsageException with the address and the cause when it cannot be used
    */
  def checked(address: String, option: String = "--hdfs"): URI = {
    val uri = Try(URI.create(address)).toOption
      .filter(uri => uri.getScheme == "hdfs" && uri.getHost != null)
      .getOrElse(
        throw new UsageException(s"$option $address: not the address of a name node. Give one like hdfs://host:8020.")
      )
    connect(uri, option)
    uri
  }

  /** A new folder of the file system, which is deleted with the scope. */
  def folder(scope: RunScope, address: URI): URI = {
    val path = new Path(new Path(address), s"/tmp/okibi-bench-${java.util.UUID.randomUUID}")
    scope.undo(s"folder $path") {
      val fs = FileSystem.newInstance(path.toUri, conf)
      try fs.delete(path, true)
      finally fs.close()
      ()
    }
    path.toUri
  }

  /** A configuration that tries to connect once instead of 45 times for 20 s each. */
  private def conf: Configuration = {
    val conf = new Configuration
    conf.setInt("ipc.client.connect.max.retries", 0)
    conf.setInt("ipc.client.connect.max.retries.on.timeouts", 0)
    conf.setInt("ipc.client.connect.timeout", 4000)
    conf
  }

  private def connect(uri: URI, option: String): Unit = {
    val thread = Executors.newSingleThreadExecutor { task =>
      val thread = new Thread(task, "okibi-bench-hdfs-check")
      thread.setDaemon(true)
      thread
    }
    val check: Callable[Unit] = { () =>
      val fs = FileSystem.newInstance(uri, conf)
      try { fs.getFileStatus(new Path("/")); () }
      finally fs.close()
    }
    def refuse(cause: String) = throw new UsageException(
      s"$option $uri: $cause. Give the address of a name node that answers, or leave it out for an HDFS on this " +
        "machine."
    )
    try thread.submit(check).get(limitSeconds, TimeUnit.SECONDS)
    catch {
      case e: ExecutionException => refuse(oneLine(e.getCause))
      case _: TimeoutException => refuse(s"no answer within $limitSeconds s")
    } finally {
      thread.shutdownNow()
      ()
    }
  }

  /** The innermost cause, without Hadoop's paragraph of advice around it. */
  private def oneLine(error: Throwable): String = {
    val root = Iterator.iterate(error)(_.getCause).takeWhile(_ != null).toSeq.last
    val message =
      Option(root.getMessage).getOrElse(root.getClass.getSimpleName).linesIterator.next().trim.stripSuffix(".")
    if (root.isInstanceOf[UnknownHostException]) s"unknown host $message" else message
  }
}
