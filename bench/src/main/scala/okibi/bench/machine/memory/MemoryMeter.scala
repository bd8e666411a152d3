package okibi.bench.machine.memory

import java.io.IOException
import java.nio.charset.StandardCharsets.ISO_8859_1
import java.nio.file.{Files, Path, Paths}
import java.util.concurrent.TimeUnit

import okibi.bench.runner.DaemonTimer
import okibi.core.machine.{ProcessMemory, ProcessStat}

/** Measures where the bytes of this process are while it works: in memory of its own, in the page cache of its control
  * group, and on devices. Samples on a thread of its own until it is closed. Where the system does not tell a figure,
  * the figure is missing.
  */
final class MemoryMeter private (stepMs: Long) extends AutoCloseable {
  import MemoryMeter._

  private val groupFile = memoryStat
  private val startIo = ioCounters
  private val startFaults = ProcessStat.majorFaults()
  private var anonymousPeak = Option.empty[Long]
  private var cachePeak = Option.empty[Long]
  private val timer = DaemonTimer("okibi-bench-memory")
  timer.scheduleAtFixedRate(() => sample(), 0, stepMs, TimeUnit.MILLISECONDS)

  private def sample(): Unit = synchronized {
    anonymousPeak = largest(anonymousPeak, ProcessMemory.anonymousBytes())
    cachePeak = largest(cachePeak, groupFile.flatMap(file => pageCacheBytes(counters(file))))
  }

  /** The figures so far, by the names of [[MemoryMeter]]. */
  def metrics: Map[String, Double] = synchronized {
    sample()
    val io = ioCounters
    def moved(name: String): Option[Long] = for (now <- io.get(name); before <- startIo.get(name)) yield now - before
    Seq(
      anonymousBytes -> anonymousPeak,
      pageCacheBytes -> cachePeak,
      readBytes -> moved("read_bytes:"),
      writtenBytes -> moved("write_bytes:"),
      majorFaults -> ProcessStat.majorFaults().flatMap(now => startFaults.map(now - _))
    ).collect { case (name, Some(value)) => name -> value.toDouble }.toMap
  }

  override def close(): Unit = {
    timer.shutdownNow()
    ()
  }
}

object MemoryMeter {

  /** The setting of a variant whose memory is measured. */
  val key = "bench.memory"

  /** Most memory that is no page of a file: the heap, its collector, code, stacks, buffers. */
  val anonymousBytes = "memory.anonymousBytes"

  /** Most page cache of the process's control group. Without a group of its own there is no figure. */
  val pageCacheBytes = "memory.pageCacheBytes"

  /** What the process read from devices: page cache that was there does not count. */
  val readBytes = "memory.readBytes"

  /** What the process gave to the page cache to be written to devices. */
  val writtenBytes = "memory.writtenBytes"

  /** Page faults that waited for a device. */
  val majorFaults = "memory.majorFaults"

  private val stepMs = 100L

  /** Measures while the work runs, if wanted. */
  def during[T](wanted: Boolean)(work: => T): (T, Map[String, Double]) =
    if (!wanted) (work, Map.empty)
    else {
      val meter = new MemoryMeter(stepMs)
      try {
        val result = work
        (result, meter.metrics)
      } finally meter.close()
    }

  private def largest(one: Option[Long], other: Option[Long]): Option[Long] = (one ++ other).maxOption

  private def ioCounters: Map[String, Long] = counters(Paths.get("/proc/self/io"))

  /** The first number of each line, by the line's first word. */
  private def counters(file: Path): Map[String, Long] =
    try
      new String(Files.readAllBytes(file), ISO_8859_1).linesIterator
        .map(_.trim.split("\\s+"))
        .collect { case Array(name, number, _*) if number.forall(_.isDigit) => name -> number.toLong }
        .toMap
    catch { case _: IOException => Map.empty }

  /** Version 1 and version 2 of control groups have different names for the same figure. */
  private def pageCacheBytes(stat: Map[String, Long]): Option[Long] = stat.get("file").orElse(stat.get("cache"))

  /** `memory.stat` of the control group of this process; none where it is not to be seen. */
  private def memoryStat: Option[Path] = MemoryLimit.root.flatMap { root =>
    val groups =
      try new String(Files.readAllBytes(Paths.get("/proc/self/cgroup")), ISO_8859_1).linesIterator.toSeq
      catch { case _: IOException => Nil }
    groups
      .map(_.split(":", 3))
      .collectFirst {
        case Array(_, controllers, group)
            if group != "/" && (controllers.isEmpty || controllers.split(',').contains("memory")) =>
          root.resolve(group.stripPrefix("/")).resolve("memory.stat")
      }
      .filter(Files.isReadable(_))
  }
}
