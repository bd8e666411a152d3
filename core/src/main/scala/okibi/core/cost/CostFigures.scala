package okibi.core.cost

/** The measured costs of one RDD, for reports. A rate that was never measured is None, which is not zero.
  *
  * Rates are in nanoseconds a byte: of memory for computing, of disk for all others.
  *
  * @param memoryBlocks how many partitions were sized in memory, `memoryBytes` together
  * @param diskBlocks   how many partitions were sized on disk, `diskBytes` together
  */
final case class CostFigures(
    rdd: Int,
    computeNsPerByte: Option[Double],
    serializeNsPerByte: Option[Double],
    writeNsPerByte: Option[Double],
    readNsPerByte: Option[Double],
    deserializeNsPerByte: Option[Double],
    memoryBlocks: Int,
    memoryBytes: Long,
    diskBlocks: Int,
    diskBytes: Long
) {

  /** Disk bytes for a byte of memory, by the means of the sized partitions. */
  def diskPerMemoryByte: Option[Double] =
    if (memoryBlocks > 0 && diskBlocks > 0 && memoryBytes > 0)
      Some((diskBytes.toDouble / diskBlocks) / (memoryBytes.toDouble / memoryBlocks))
    else None
}
