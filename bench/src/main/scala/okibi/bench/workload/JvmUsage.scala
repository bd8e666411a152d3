package okibi.bench.workload

import java.lang.management.{GarbageCollectorMXBean, ManagementFactory}

import com.sun.management.OperatingSystemMXBean

/** Resources that this JVM has used since it started.
  *
  * @param cpuSeconds processor time on all cores; NaN where the system does not tell
  * @param gcMs       time of garbage collections
  */
final case class JvmUsage(cpuSeconds: Double, gcMs: Double) {
  def -(earlier: JvmUsage): JvmUsage = JvmUsage(cpuSeconds - earlier.cpuSeconds, gcMs - earlier.gcMs)
}

object JvmUsage {
  def now: JvmUsage = {
    var gcMs = 0L
    ManagementFactory.getGarbageCollectorMXBeans.forEach((bean: GarbageCollectorMXBean) =>
      gcMs += bean.getCollectionTime
    )
    JvmUsage(cpuSeconds, gcMs.toDouble)
  }

  private def cpuSeconds: Double = ManagementFactory.getOperatingSystemMXBean match {
    case os: OperatingSystemMXBean => os.getProcessCpuTime / 1e9
    case _ => Double.NaN
  }
}
