package okibi.spark.sql.prune

import java.lang.ref.WeakReference

import scala.collection.mutable.ArrayBuffer

/** The bound on what the driver knows of all cached tables. Tables that are no longer referred to count no more.
  * Thread-safe.
  */
private[prune] final class DriverMemory(val limitBytes: Long) {
  private val tables = new ArrayBuffer[WeakReference[TableState]]

  def add(table: TableState): Unit = synchronized {
    tables += new WeakReference(table)
  }

  /** Whether so many bytes more may be kept. Bounds push sets out, the largest first; sets push nothing out. */
  def reserve(bytes: Long, forBounds: Boolean): Boolean = synchronized {
    var fits = used + bytes <= limitBytes
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
  private var shared: DriverMemory = _

  /** That of this JVM's application; another limit is another application's. */
  def of(limitBytes: Long): DriverMemory = synchronized {
    if (shared == null || shared.limitBytes != limitBytes) shared = new DriverMemory(limitBytes)
    shared
  }
}
