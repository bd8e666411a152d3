package okibi.core.cost

/** The rates before the first measurement. Only their order of magnitude matters: one block replaces them. */
object CostDefaults {

  /** To compute a byte of cached data: parsing text at some 50 MB/s on one core, the common origin of a first RDD. */
  val computeNsPerByte: Double = 20.0

  /** To deserialise a byte: a generated serializer on records of short strings, some 300 MB/s on one core. */
  val deserializeNsPerByte: Double = 3.0

  /** To read a byte: a solid-state disk on SATA, 500 MB/s. */
  val readNsPerByte: Double = 2.0

  /** Bytes on disk for each byte of objects in memory: object headers and references take about as much as the data. */
  val diskPerMemoryByte: Double = 0.5

  /** The size in memory of a block without any measurement. It enters costs only, never admission. The default input
    * split of 128 MB would be too large a guess.
    */
  val blockBytes: Long = 16L << 20
}
