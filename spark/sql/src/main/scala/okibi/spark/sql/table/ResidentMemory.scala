package okibi.spark.sql.table

import java.io.IOException
import java.lang.management.ManagementFactory
import java.util.concurrent.TimeUnit

import scala.collection.mutable.ArrayBuffer

import com.sun.management.UnixOperatingSystemMXBean
import okibi.spark.shims.OfApplication

/** Decides which files of cached partitions are mapped, so that the mapped bytes of an executor stay below a limit: all
  * pages of a mapping may be resident, and the container counts them. Other files are read by copying.
  *
  * A file is mapped at a read when there is room. Otherwise it takes the place of files that no task reads and that were
  * read for the last time before the last read of this one. So tables that are read again and again, and are larger
  * than the limit, keep what is mapped, and a table that is no longer read gives way. Thread-safe.
  *
  * @param limitBytes the most mapped bytes; what is held by readers is never unmapped
  */
private[table] final class ResidentMemory(val limitBytes: Long) {
  // In the order of their last reads, the longest ago first.
  private val mapped = new java.util.LinkedHashSet[MappedAtTimes]
  private var bytes = 0L
  private var reads = 0L
  private var open = 0

  def mappedBytes: Long = synchronized(bytes)

  /** Whether one more file may stay open: other parts of the executor need descriptors too. */
  def isRoom: Boolean = synchronized(open < ResidentMemory.maxOpen)

  private[table] def opened(): Unit = synchronized(open += 1)

  private[table] def beginRead(file: MappedAtTimes): Mapping = {
    val unused = new ArrayBuffer[Mapping]
    val mapping = synchronized {
      reads += 1
      val previousRead = file.lastRead
      file.lastRead = reads
      if (file.mapping == null && makeRoom(file.length, previousRead, unused)) map(file)
      if (file.mapping != null) {
        file.readers += 1
        mapped.remove(file)
        mapped.add(file)
      }
      file.mapping
    }
    unused.foreach(_.unmap())
    mapping
  }

  private[table] def endRead(file: MappedAtTimes): Unit = synchronized {
    file.readers -= 1
    file.idleSinceNs = System.nanoTime()
  }

  private[table] def closed(file: MappedAtTimes): Unit = {
    val mapping = synchronized {
      open -= 1
      unlist(file)
    }
    if (mapping != null) mapping.unmap()
  }

  private def map(file: MappedAtTimes): Unit =
    if (Mapping.isRoom)
      try {
        file.mapping = file.map()
        bytes += file.length
      } catch { case _: IOException => () } // The operating system refuses: the file is read by copying.

  /** Takes the mappings of files that were not read since `previousRead`, if that makes room, and collects them. */
  private def makeRoom(length: Long, previousRead: Long, unused: ArrayBuffer[Mapping]): Boolean = {
    val nowNs = System.nanoTime()
    val victims = new ArrayBuffer[MappedAtTimes]
    var free = limitBytes - bytes
    val coldest = mapped.iterator
    var goesOn = length <= limitBytes
    while (goesOn && free < length && coldest.hasNext) {
      val file = coldest.next()
      goesOn = file.lastRead < previousRead
      if (goesOn && file.readers == 0 && nowNs - file.idleSinceNs > ResidentMemory.graceNs) {
        victims += file
        free += file.length
      }
    }
    val isRoom = goesOn && free >= length
    if (isRoom) victims.foreach(file => unused += unlist(file))
    isRoom
  }

  private def unlist(file: MappedAtTimes): Mapping = {
    val mapping = file.mapping
    if (mapping != null) {
      file.mapping = null
      mapped.remove(file)
      bytes -= file.length
    }
    mapping
  }
}

private[table] object ResidentMemory {
  private val graceNs = TimeUnit.MILLISECONDS.toNanos(PartitionFile.GraceMs)

  /** A quarter of the descriptors that the process may have. */
  private val maxOpen: Int = ManagementFactory.getOperatingSystemMXBean match {
    case unix: UnixOperatingSystemMXBean => math.min(unix.getMaxFileDescriptorCount / 4, 1L << 20).toInt
    case _ => 256
  }

  private val ofApplication = new OfApplication(env => ResidentLimit.of(env).map(new ResidentMemory(_)))

  /** That of this JVM's running application; None where nothing limits what is mapped. */
  def get: Option[ResidentMemory] = ofApplication.get.flatten
}
