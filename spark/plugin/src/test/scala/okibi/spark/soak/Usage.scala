package okibi.spark.soak

import java.io.File
import java.lang.management.{BufferPoolMXBean, ManagementFactory}
import java.nio.file.{Files, Path, Paths}

import scala.jdk.CollectionConverters._

import okibi.spark.Okibi
import okibi.spark.kit.FileTree

/** What this JVM holds while no job runs, by name. */
object Usage {

  /** Collects garbage first, again and again until no more is freed.
    *
    * @param logs        folder of the event logs
    * @param logsBefore  bytes of the logs when the round began
    */
  def now(logs: Path, logsBefore: Long): Seq[(String, Double)] = {
    val heap = heapAfterCollection()
    Seq(
      "heap after collection, bytes" -> heap.toDouble,
      "direct memory, bytes" -> pool("direct").toDouble,
      "mapped memory, bytes" -> pool("mapped").toDouble,
      "memory of the process, bytes" -> residentBytes.toDouble,
      "mappings" -> lines("/proc/self/maps").toDouble,
      "open files" -> count("/proc/self/fd").toDouble,
      "threads" -> count("/proc/self/task").toDouble,
      "loaded classes" -> ManagementFactory.getClassLoadingMXBean.getLoadedClassCount.toDouble,
      "the driver's filters, bytes" -> Okibi.metrics.getOrElse("indexBytes", 0L).toDouble,
      "event log of a round, bytes" -> (size(logs) - logsBefore).toDouble
    )
  }

  /** Bytes of all files below a folder. */
  def size(folder: Path): Long = FileTree.files(folder).map(_.toFile.length).sum

  private def heapAfterCollection(): Long = {
    def used: Long = {
      System.gc()
      // Spark's cleaner and others free what the collection found.
      Thread.sleep(300)
      ManagementFactory.getMemoryMXBean.getHeapMemoryUsage.getUsed
    }
    Iterator
      .iterate((used, Long.MaxValue)) { case (now, _) => (used, now) }
      .take(8)
      .find { case (now, before) => now > before - (64 << 10) }
      .fold(used)(_._1)
  }

  private def pool(name: String): Long =
    ManagementFactory
      .getPlatformMXBeans(classOf[BufferPoolMXBean])
      .asScala
      .find(_.getName == name)
      .fold(0L)(_.getMemoryUsed)

  private def residentBytes: Long = {
    val pages = new String(Files.readAllBytes(Paths.get("/proc/self/statm"))).split(' ')(1).toLong
    pages * 4096
  }

  private def lines(file: String): Int = Files.readAllLines(Paths.get(file)).size

  private def count(folder: String): Int = Option(new File(folder).list).fold(0)(_.length)
}
