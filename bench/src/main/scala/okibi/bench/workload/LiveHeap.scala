package okibi.bench.workload

import java.lang.management.ManagementFactory

/** What is alive on this JVM's heap. */
object LiveHeap {

  /** A collection that frees less than this is the last. */
  private val littleBytes = 1L << 20
  private val mostCollections = 10

  /** Bytes in use after as many collections as free something: what one finds unreachable, Spark's cleaner lets go of, and the next one frees. */
  def bytes(): Long = {
    var before = Long.MaxValue
    var now = collected()
    var collections = 1
    while (collections < 2 || (before - now > littleBytes && collections < mostCollections)) {
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
