package okibi.core.cost

import okibi.core.cost.CostDefaults._

/** The measurements of one RDD. Guarded by its own lock, so that tasks of different RDDs never wait for each other.
  * Thread-safe.
  */
private[cost] final class RddCost {
  private val memory, disk = new PartitionSizes
  private val compute, read, deserialize = new FadingRate

  def computedInMemory(bytes: Long, ns: Long): Unit = synchronized(compute.add(bytes, ns))
  def computedToDisk(bytes: Long, ns: Long): Unit = synchronized(compute.add((bytes / diskPerMemory).toLong, ns))

  def wasRead(bytes: Long, readNs: Long, deserializeNs: Long): Unit = synchronized {
    read.add(bytes, readNs)
    deserialize.add(bytes, deserializeNs)
  }

  def sized(partition: Int, bytes: Long): Unit = synchronized(memory.set(partition, bytes))
  def stored(partition: Int, bytes: Long): Unit = synchronized(disk.set(partition, bytes))

  def knownMemoryBytes(partition: Int): Long = synchronized(memory(partition))

  /** The bytes in memory: measured, else derived from the size on disk, else the mean of the siblings; -1 when nothing
    * is known.
    */
  def memoryBytes(partition: Int): Long = synchronized {
    if (memory(partition) >= 0) memory(partition)
    else if (memory.count > 0 && disk.count > 0 && disk(partition) >= 0)
      math.max(1L, (disk(partition) / diskPerMemory).toLong)
    else memory.mean
  }

  def computeNs(partition: Int): Double = synchronized {
    math.max(1.0, estimatedBytes(partition) * compute.nsPerByteOr(computeNsPerByte))
  }

  def reloadNs(partition: Int): Double = synchronized {
    val bytes =
      math.max(1.0, if (disk(partition) >= 0) disk(partition).toDouble else estimatedBytes(partition) * diskPerMemory)
    bytes * (read.nsPerByteOr(readNsPerByte) + deserialize.nsPerByteOr(deserializeNsPerByte))
  }

  /** The best estimate of the bytes in memory. */
  private def estimatedBytes(partition: Int): Double = {
    val known = memoryBytes(partition)
    if (known >= 0) known.toDouble
    else if (disk(partition) >= 0) disk(partition) / diskPerMemory
    else if (disk.count > 0) disk.mean / diskPerMemory
    else blockBytes.toDouble
  }

  /** The bytes on disk for a byte in memory, from the means of the known sizes. */
  private def diskPerMemory: Double =
    if (memory.count > 0 && disk.count > 0) math.max(disk.mean.toDouble / memory.mean, 1e-6) else diskPerMemoryByte
}
