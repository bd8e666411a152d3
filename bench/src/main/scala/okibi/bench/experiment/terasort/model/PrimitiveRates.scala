package okibi.bench.experiment.terasort.model

/** The speed of one core at each primitive of MapReduce, in MB/s of 10^6^ bytes, all before compression.
  *
  * @param hdfsRead     reading a file of HDFS
  * @param hdfsWrite    writing a file of HDFS
  * @param deserialize  bytes to records of the job's size
  * @param serialize    records to bytes
  * @param parse        reading lines and splitting them into words
  * @param sortAndMerge records of the job's size, sorted in spills that are then merged to one file
  * @param merge        merging sorted files of such records
  * @param fetch        copying map outputs over the network
  * @param codec        compressing and decompressing intermediate data
  * @param tracking     a task's own work for each record; none where it was not measured apart from the rest, as in the
  *                     paper
  */
final case class PrimitiveRates(
    hdfsRead: Double,
    hdfsWrite: Double,
    deserialize: Double,
    serialize: Double,
    parse: Double,
    sortAndMerge: Double,
    merge: Double,
    fetch: Double,
    codec: CodecRates,
    tracking: Option[TrackingRates] = None
)

/** The speed of a compression codec on one core, MB/s uncompressed. */
final case class CodecRates(compress: Double, decompress: Double)

/** The speed of what a task does for each record beside the work on it, in MB/s: counters, and statistics of its file
  * system before and after.
  *
  * @param input  for records that it reads
  * @param output for records that it writes to a file system
  */
final case class TrackingRates(input: Double, output: Double)

/** The compression of intermediate data.
  *
  * @param ratio compressed bytes for a byte, which are copied between machines
  */
final case class Compression(ratio: Double) {
  if (!(ratio > 0))
    throw new IllegalArgumentException(
      s"compression ratio $ratio: allowed is a number above 0, such as 0.4 for 40 bytes of 100."
    )
}

/** The map outputs of a job.
  *
  * @param perInputByte bytes of map output for a byte of input
  * @param spills       whether map tasks write several spills and merge them, which they do unless all of a task's
  *                     output fits its buffer
  * @param compression  none for uncompressed outputs
  */
final case class MapOutputShape(
    perInputByte: Double = 1,
    spills: Boolean = true,
    compression: Option[Compression] = None
)
