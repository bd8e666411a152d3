package okibi.core.advice

/** The measurements of some partitions of an RDD, and the cluster that the RDD will run on.
  *
  * @param sampled       measured partitions; at least 1
  * @param partitions    partitions of the RDD
  * @param costs         totals over the measured partitions
  * @param expectedReads how often the application will use the whole RDD, the first time included; at least 1
  * @throws IllegalArgumentException when a value is out of its range
  */
final case class LevelSample(
    sampled: Int,
    partitions: Int,
    costs: SampledCosts,
    expectedReads: Double,
    cluster: ClusterCapacity
) {

  require(
    sampled >= 1 && partitions >= sampled,
    s"LevelSample: got $sampled sampled of $partitions partitions, allowed is 1 to all of them. Sample at least one " +
      "partition."
  )
  require(
    expectedReads >= 1,
    s"LevelSample: got $expectedReads expected reads, allowed is 1 or more. Count the first use as one."
  )
}

/** Totals over the measured partitions of an RDD.
  *
  * @param computeNs       time to compute the partitions from their lineage
  * @param memoryBytes     size as objects in memory
  * @param serializedBytes size in serialised form
  */
final case class SampledCosts(
    computeNs: Long,
    serializeNs: Long,
    deserializeNs: Long,
    memoryBytes: Long,
    serializedBytes: Long
)

/** The resources that a cluster has for cached RDDs.
  *
  * @param storageBytes       storage memory of all executors
  * @param diskReadNsPerByte  time that one core needs to read a byte
  * @param diskWriteNsPerByte time that one core needs to write a byte
  * @param cores              tasks that run at a time; at least 1
  * @throws IllegalArgumentException when there is no core
  */
final case class ClusterCapacity(
    storageBytes: Long,
    diskReadNsPerByte: Double,
    diskWriteNsPerByte: Double,
    cores: Int
) {
  require(cores >= 1, s"ClusterCapacity: got $cores cores, allowed is 1 or more. Count the tasks that run at a time.")
}
