package okibi.spark.sql.table

import java.lang.management.ManagementFactory

import com.sun.management.OperatingSystemMXBean
import okibi.core.advice.SparkMemory
import okibi.core.conf.TableConf
import okibi.core.machine.MemInfo

import org.apache.spark.{SparkConf, SparkEnv}
import org.slf4j.LoggerFactory

/** How many bytes of cached tables may be mapped at a time in this process. */
private[table] object ResidentLimit {
  private val log = LoggerFactory.getLogger("okibi")

  /** The share of what the container has beyond the heap: the JVM itself, network buffers and Python need the rest. */
  private val share = 4

  /** None where nothing limits what is mapped. */
  def of(env: SparkEnv): Option[Long] = {
    val physical = MemInfo.totalBytes()
    val set = TableConf.residentMemory.read(key => env.conf.getOption(key))
    val limit = set
      .orElse(
        beyondHeap(env.conf, env.executorId == "driver", System.getenv("CONTAINER_ID") != null, physical).map(_ / share)
      )
      .filter(bytes => physical.forall(bytes < _))
    limit.foreach { bytes =>
      log.info(
        s"Okibi maps at most ${bytes >> 20} MB of cached tables at a time, because the container counts mapped pages. " +
          s"The rest is read by copying. ${TableConf.residentMemory.key} changes this."
      )
    }
    limit
  }

  /** What the container has beyond the heap and Spark's memory outside the heap; None without a limit.
    *
    * @param onYarn   whether YARN started this process; YARN counts resident pages
    * @param physical the memory of the machine
    */
  private[table] def beyondHeap(
      conf: SparkConf,
      isDriver: Boolean,
      onYarn: Boolean,
      physical: Option[Long]
  ): Option[Long] =
    if (onYarn) Some(overhead(conf, if (isDriver) "driver" else "executor"))
    else
      for {
        container <- containerBytes
        machine <- physical
        if container < machine
      } yield math.max(0L, container - Runtime.getRuntime.maxMemory - offHeap(conf))

  /** As Spark asks YARN for it. */
  private def overhead(conf: SparkConf, role: String): Long =
    conf
      .getOption(s"spark.$role.memoryOverhead")
      .map(_ => conf.getSizeAsMb(s"spark.$role.memoryOverhead") << 20)
      .getOrElse(
        SparkMemory.overheadBytes(
          conf.getSizeAsMb(s"spark.$role.memory", "1g") << 20,
          conf.getDouble(s"spark.$role.memoryOverheadFactor", SparkMemory.defaultOverheadFactor),
          conf.getSizeAsMb(s"spark.$role.minMemoryOverhead", s"${SparkMemory.leastOverheadBytes}b") << 20
        )
      )

  private def offHeap(conf: SparkConf): Long =
    if (conf.getBoolean("spark.memory.offHeap.enabled", false)) conf.getSizeAsBytes("spark.memory.offHeap.size", "0")
    else 0L

  /** The JVM knows the control groups of both versions. */
  private def containerBytes: Option[Long] = ManagementFactory.getOperatingSystemMXBean match {
    case system: OperatingSystemMXBean => Some(system.getTotalMemorySize)
    case _ => None
  }
}
