package okibi.spark.shims

import java.nio.file.Files
import java.util.concurrent.atomic.{AtomicBoolean, LongAdder}

import scala.util.control.NonFatal

import okibi.core.conf.DiskConf

import org.apache.spark.SparkEnv
import org.apache.spark.okibi.LocalFiles
import org.slf4j.LoggerFactory

/** Counts the bytes on local disks that Spark would not hold, and tells whether there may be more of them. Thread-safe;
  * takes no lock.
  *
  * @param limit how many bytes are allowed now; None: any number
  */
final class DiskQuota(limit: () => Option[DiskLimit]) {
  private val held = new LongAdder

  def heldBytes: Long = held.sum()

  def take(bytes: Long): Unit = held.add(bytes)

  def giveBack(bytes: Long): Unit = held.add(-bytes)

  /** Whether there may be as many bytes more. Nothing is taken, so that threads which ask at a time may all get room. */
  def isRoom(bytes: Long): Boolean = limit().forall { allowed =>
    val fits = heldBytes + bytes <= allowed.bytes
    if (!fits) allowed.tell()
    fits
  }
}

object DiskQuota {
  private val ofApplication = new OfApplication(env => DiskLimit.of(env))

  /** That of this JVM. */
  val shared: DiskQuota = new DiskQuota(() => ofApplication.get.flatten)
}

/** How many bytes an application allows on the disks of an executor, beyond those of Spark. */
final class DiskLimit(val bytes: Long) {
  private val isTold = new AtomicBoolean

  /** Says once that the limit is reached. */
  def tell(): Unit =
    if (isTold.compareAndSet(false, true))
      DiskLimit.log.warn(
        s"Okibi: the files that Spark alone would not hold reach ${bytes >> 20} MB, which is the limit of " +
          s"${DiskConf.quota.key}. Further cached tables are stored as Spark stores them, and no cached partition is " +
          "written before its memory is needed. Raise the limit where the disks have more room. This warning is not repeated."
      )
}

private object DiskLimit {
  private val log = LoggerFactory.getLogger("okibi")

  def of(env: SparkEnv): Option[DiskLimit] =
    DiskConf.quota.read(env.conf.getOption(_)).map(quota => new DiskLimit(quota.bytes(localBytes)))

  /** The size of the file systems of the local directories. A file system that cannot be asked has no bytes. */
  private def localBytes: Long = LocalFiles.directories
    .flatMap { folder =>
      try {
        val store = Files.getFileStore(folder.toPath)
        Some((store.name, store.getTotalSpace))
      } catch { case NonFatal(_) => None }
    }
    .distinct
    .map(_._2)
    .sum
}
