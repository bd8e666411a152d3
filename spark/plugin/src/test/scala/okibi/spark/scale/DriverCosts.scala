package okibi.spark.scale

import java.lang.management.ManagementFactory
import java.nio.charset.StandardCharsets.UTF_8
import java.nio.file.{Files, Path, Paths}
import java.time.Duration

import scala.collection.mutable
import scala.collection.mutable.ArrayBuffer
import scala.jdk.CollectionConverters._

import com.sun.management.OperatingSystemMXBean
import jdk.jfr.Recording
import jdk.jfr.consumer.{RecordedEvent, RecordedMethod, RecordingFile}

/** What each step costs this JVM: time, processor, heap after a collection, bytes read and written. At the end: how much
  * of the threads' time is in Okibi's code, and who waited for a lock of Okibi's for 10 ms.
  */
final class DriverCosts(recorded: Path) {
  import DriverCosts._

  private val figures = ArrayBuffer.empty[(String, String)]
  private val recording = new Recording
  recording.enable("jdk.ExecutionSample").withPeriod(Duration.ofMillis(20))
  recording.enable("jdk.JavaMonitorEnter").withThreshold(Duration.ofMillis(10)).withStackTrace()
  recording.start()
  private var before = Sample.now()

  def step(name: String): Unit = {
    val after = Sample.now()
    value(s"$name: s", after.wallS - before.wallS)
    value(s"$name: processor s", after.cpuS - before.cpuS)
    value(s"$name: heap MB", after.heapMb)
    value(s"$name: read MB", after.readMb - before.readMb)
    value(s"$name: written MB", after.writtenMb - before.writtenMb)
    before = Sample.now()
  }

  def value(name: String, figure: Double): Unit = {
    figures += name -> f"$figure%.1f"
    println(f"$name: $figure%.1f")
  }

  /** The processor time of the threads up to now, those that live, and of the JVM's compilers. What is left of the
    * processor time of the JVM went to the garbage collector and to threads that have ended.
    */
  def threads(): Unit = {
    val beans = ManagementFactory.getThreadMXBean
    val nanos = mutable.Map.empty[String, Long]
    beans.getAllThreadIds.foreach { id =>
      Option(beans.getThreadInfo(id)).foreach { thread =>
        val group = groupOf(thread.getThreadName)
        nanos(group) = nanos.getOrElse(group, 0L) + beans.getThreadCpuTime(id).max(0)
      }
    }
    nanos.toSeq.sortBy(-_._2).take(mostNamed).foreach { case (group, time) =>
      value(s"threads $group: processor s", time / 1e9)
    }
    value("threads of Java that live: processor s", nanos.values.sum / 1e9)
    value("compilers: s", ManagementFactory.getCompilationMXBean.getTotalCompilationTime / 1e3)
    value(
      "garbage collector: s",
      ManagementFactory.getGarbageCollectorMXBeans.asScala.map(_.getCollectionTime).sum / 1e3
    )
  }

  /** Lines of names and figures with a tab between. */
  def write(file: Path): Unit = {
    recording.dump(recorded)
    recording.close()
    judge()
    Files.write(file, figures.map { case (name, figure) => s"$name\t$figure" }.asJava, UTF_8)
    ()
  }

  private def judge(): Unit = {
    val (samples, ours, places) = (new SampleCounts, new SampleCounts, new SampleCounts)
    val waits = mutable.Map.empty[String, Seq[Double]]
    val file = new RecordingFile(recorded)
    try
      while (file.hasMoreEvents) {
        val event = file.readEvent()
        val frames = framesOf(event)
        if (event.getEventType.getName == "jdk.ExecutionSample") {
          val group = groupOf(event.getThread("sampledThread").getJavaName)
          samples.add(group)
          frames.find(frame => isOurs(frame.getType.getName)).foreach { frame =>
            ours.add(group)
            places.add(s"${frame.getType.getName}.${frame.getName}")
          }
        } else if (event.getEventType.getName == "jdk.JavaMonitorEnter") {
          val lock = event.getClass("monitorClass").getName
          if (isOurs(lock)) waits(lock) = waits.getOrElse(lock, Nil) :+ event.getDuration.toNanos / 1e6
        }
      }
    finally file.close()
    val all = samples.all.map(_._2).sum.max(1)
    def share(count: Int): Double = 100.0 * count / all
    value("of all samples in Okibi's code, %", share(ours.all.map(_._2).sum))
    samples.all.take(mostNamed).foreach { case (group, count) =>
      value(s"threads $group: % of samples", share(count))
      value(s"threads $group: % of samples, in Okibi's code", share(ours.of(group)))
    }
    places.all.take(mostNamed).foreach { case (place, count) => value(s"in $place: % of samples", share(count)) }
    waits.toSeq.sortBy(_._1).foreach { case (lock, ms) =>
      value(s"waits of 10 ms for $lock", ms.size.toDouble)
      value(s"longest wait for $lock, ms", ms.max)
    }
  }
}

private object DriverCosts {

  /** Groups and places that are named, those with the most samples. */
  private val mostNamed = 15

  private final class SampleCounts {
    private val byName = mutable.Map.empty[String, Int]

    def add(name: String): Unit = byName(name) = of(name) + 1
    def of(name: String): Int = byName.getOrElse(name, 0)

    /** The largest first. */
    def all: Seq[(String, Int)] = byName.toSeq.sortBy(-_._2)
  }

  /** The methods on the stack, the innermost first. */
  private def framesOf(event: RecordedEvent): Seq[RecordedMethod] =
    Option(event.getStackTrace).toSeq.flatMap(_.getFrames.asScala).map(_.getMethod)

  /** Okibi's own classes, without those of this lane. */
  private def isOurs(name: String): Boolean =
    (name.startsWith("okibi.") && !name.startsWith("okibi.spark.scale.")) || name.startsWith("org.apache.spark.okibi.")

  /** Threads of a pool are one group: the name without its numbers. */
  private def groupOf(name: String): String =
    if (name == null) "of the JVM" else name.replaceAll("[-# ]?[0-9]+", "").replaceAll("[-# ]+$", "")

  final case class Sample(wallS: Double, cpuS: Double, heapMb: Double, readMb: Double, writtenMb: Double)

  object Sample {
    def now(): Sample = {
      val system = ManagementFactory.getPlatformMXBean(classOf[OperatingSystemMXBean])
      val (wallS, cpuS) = (System.nanoTime() / 1e9, system.getProcessCpuTime / 1e9)
      val io = Files
        .readAllLines(Paths.get("/proc/self/io"))
        .asScala
        .map(_.split(": "))
        .map(pair => pair(0) -> pair(1).toDouble / 1e6)
        .toMap
      (1 to 2).foreach(_ => System.gc())
      val heapMb = ManagementFactory.getMemoryMXBean.getHeapMemoryUsage.getUsed / 1e6
      Sample(wallS, cpuS, heapMb, io("rchar"), io("wchar"))
    }
  }
}
