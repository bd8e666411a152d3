package okibi.spark.sql.prune

import java.lang.ref.WeakReference

import scala.collection.mutable.ArrayBuffer

import okibi.core.conf.PruneConf

import org.slf4j.LoggerFactory

/** Bounds the memory that the driver's knowledge of all cached tables takes. A table that is no longer referenced does
  * not count. Thread-safe.
  */
private[prune] final class DriverMemory(val limitBytes: Long) {
  private val tables = new ArrayBuffer[WeakReference[TableState]]
  private var told = false

  def add(table: TableState): Unit = synchronized {
    tables += new WeakReference(table)
  }

  /** Whether the driver may keep this many more bytes. For bounds, sets are dropped to make room, the largest first;
    * for sets nothing is.
    */
  def reserve(bytes: Long, forBounds: Boolean): Boolean = synchronized {
    var fits = used + bytes <= limitBytes
    if (!fits) tellOnce()
    if (forBounds) {
      var largest = withMostSets
      while (!fits && largest.isDefined) {
        largest.foreach(_.dropLargestSets())
        fits = used + bytes <= limitBytes
        largest = withMostSets
      }
    }
    fits
  }

  private def tellOnce(): Unit = if (!told) {
    told = true
    DriverMemory.log.warn(
      s"Okibi: what the driver knows of the partitions of cached tables takes ${PruneConf.driverMemory.key}=$limitBytes " +
        "bytes. More is dropped, the largest sets of values first, and queries read more partitions than they need. " +
        "A larger value keeps more."
    )
  }

  private def live: Iterator[TableState] = tables.iterator.map(_.get).filter(_ != null)

  private def withMostSets: Option[TableState] = {
    val some = live.filter(_.setsBytes > 0).toSeq
    if (some.isEmpty) None else Some(some.maxBy(_.setsBytes))
  }

  private def used: Long = {
    var sum = 0L
    var i = tables.length
    while (i > 0) {
      i -= 1
      val table = tables(i).get
      if (table == null) tables.remove(i) else sum += table.sizeBytes
    }
    sum
  }
}

private[prune] object DriverMemory {
  private val log = LoggerFactory.getLogger("okibi")
  private var shared: DriverMemory = _

  /** The bound of the application that runs in this JVM. A call with another limit belongs to a later application. */
  def of(limitBytes: Long): DriverMemory = synchronized {
    if (shared == null || shared.limitBytes != limitBytes) shared = new DriverMemory(limitBytes)
    shared
  }
}
