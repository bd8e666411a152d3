package okibi.core.advice

/** What was measured on some partitions of an RDD, and where it will run. All figures are totals over the sampled
  * partitions unless their names say otherwise.
  *
  * @param sampled             partitions measured, at least 1
  * @param partitions          partitions of the RDD
  * @param computeNs           to compute them from the lineage
  * @param serializeNs         to serialise them
  * @param deserializeNs       to deserialise them
  * @param memoryBytes         as objects in memory
  * @param serializedBytes     serialised
  * @param expectedReads       how often the whole RDD will be used, the first time included; at least 1
  * @param storageBytes        memory that the cluster has for cached blocks
  * @param diskReadNsPerByte   of one core
  * @param diskWriteNsPerByte  of one core
  * @param cores               tasks that run at a time
  */
final case class LevelSample(
    sampled: Int,
    partitions: Int,
    computeNs: Long,
    serializeNs: Long,
    deserializeNs: Long,
    memoryBytes: Long,
    serializedBytes: Long,
    expectedReads: Double,
    storageBytes: Long,
    diskReadNsPerByte: Double,
    diskWriteNsPerByte: Double,
    cores: Int
) {

  require(
    sampled >= 1 && partitions >= sampled,
    s"LevelSample: got $sampled sampled of $partitions partitions, allowed is 1 to all of them. Sample at least one partition."
  )
  require(
    expectedReads >= 1,
    s"LevelSample: got $expectedReads expected reads, allowed is 1 or more. The first use counts as one."
  )
  require(cores >= 1, s"LevelSample: got $cores cores, allowed is 1 or more.")
}
