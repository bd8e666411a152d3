package okibi.bench.workload

import java.lang.management.ManagementFactory

/** Measures what is alive on this JVM's heap. */
object LiveHeap {

  /** A collection that frees less than this is the last one. */
  private val littleBytes = 1L << 20
  private val maxCollections = 10

  /** Bytes in use after enough garbage collections: when a collection finds objects unreachable, Spark's cleaner
    * releases what belongs to them, and the next collection frees that.
    */
  def bytes(): Long = {
    var before = Long.MaxValue
    var now = collected()
    var collections = 1
    while (collections < 2 || (before - now > littleBytes && collections < maxCollections)) {
      before = now
      now = collected()
      collections += 1
    }
    now
  }

  private def collected(): Long = {
    val memory = ManagementFactory.getMemoryMXBean
    memory.gc()
    memory.getHeapMemoryUsage.getUsed
  }
}
