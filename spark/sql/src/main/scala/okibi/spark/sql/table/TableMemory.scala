package okibi.spark.sql.table

import okibi.core.machine.{ProcessMemory, ProcessStat}
import okibi.core.metric.{Counters, TableMetrics}
import okibi.spark.shims.DiskQuota

import org.apache.spark.SparkConf
import org.apache.spark.okibi.UnmanagedMemory

/** What the files of cached tables hold in this JVM, and what the kernel counts of them. */
private[spark] object TableMemory {
  val counters: Counters = new Counters(
    TableMetrics.all,
    Map(
      TableMetrics.tableFileBytes -> (() => ColumnFile.heldBytes),
      TableMetrics.tableMappedBytes -> (() => Mapping.heldBytes),
      TableMetrics.extraDiskBytes -> (() => DiskQuota.shared.heldBytes),
      TableMetrics.residentFileBytes -> (() => ProcessMemory.residentFileBytes().getOrElse(0L)),
      TableMetrics.majorFaults -> (() => ProcessStat.majorFaults().getOrElse(0L))
    )
  )

  /** Tells Spark's memory manager how many pages of cached tables are in memory, where it hands out memory outside the
    * heap: it then hands out that much less, if the user lets it ask.
    */
  def report(conf: SparkConf): Unit =
    if (conf.getBoolean("spark.memory.offHeap.enabled", false)) UnmanagedMemory.register(() => residentBytes)

  /** Pages of cached tables in memory: at most what is mapped, and at most what the kernel counts. */
  private def residentBytes: Long =
    ProcessMemory.residentFileBytes().foldLeft(Mapping.heldBytes)((mapped, resident) => math.min(mapped, resident))
}
