package okibi.core.cost

/** Rates that hold until the first measurement. Only their order of magnitude matters: one block is enough to replace
  * them.
  */
object CostDefaults {

  /** Computing a byte of cached data: parsing text at some 50 MB/s on one core, the common origin of a first RDD. */
  val computeNsPerByte: Double = 20.0

  /** Serialising and deserialising a byte: a generated serializer on records of short strings, some 300 MB/s a core. */
  val serializeNsPerByte: Double = 3.0
  val deserializeNsPerByte: Double = 3.0

  /** Writing and reading a byte: a solid-state disk on SATA, 500 MB/s. */
  val writeNsPerByte: Double = 2.0
  val readNsPerByte: Double = 2.0

  /** Bytes on disk for a byte of objects in memory: object headers and references cost about as much as the data. */
  val diskPerMemoryByte: Double = 0.5

  /** Size of a partition nothing is known of: the default input split of 128 MB would be too bold, since it decides
    * costs only and never admission.
    */
  val blockBytes: Long = 16L << 20
}
