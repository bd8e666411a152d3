package okibi.bench.experiment.terasort.model

/** What one core does of each primitive of MapReduce, MB/s of 10^6^ bytes, all before compression.
  *
  * @param hdfsRead      reading a file of HDFS
  * @param hdfsWrite     writing one
  * @param deserialize   bytes to records of the size that the job has
  * @param serialize     records to bytes
  * @param parse         reading lines and splitting them into words
  * @param sortAndMerge  records of the size that the job has, sorted in spills which are then merged to one file
  * @param merge         merging sorted files of such records
  * @param fetch         copying map outputs over the network
  * @param compress      of intermediate data
  * @param decompress    of intermediate data
  * @param trackInput    what a task does for each record that it reads beside the work on it: counters, and statistics of its file system before
  *                      and after. None where it was not told apart from the rest, as in the paper
  * @param trackOutput   the same for each record that it writes to a file system
  */
final case class Rates(
    hdfsRead: Double,
    hdfsWrite: Double,
    deserialize: Double,
    serialize: Double,
    parse: Double,
    sortAndMerge: Double,
    merge: Double,
    fetch: Double,
    compress: Double,
    decompress: Double,
    trackInput: Option[Double] = None,
    trackOutput: Option[Double] = None
)

/** How intermediate data are compressed.
  *
  * @param ratio compressed bytes for a byte: what is copied between machines
  */
final case class Compression(ratio: Double) {
  if (!(ratio > 0))
    throw new IllegalArgumentException(
      s"compression ratio $ratio: allowed is a number above 0, as 0.4 for 40 bytes of 100"
    )
}

/** The map outputs of a job.
  *
  * @param perInputByte bytes of map output for a byte of input
  * @param spills       whether map tasks write several spills and merge them, as they do unless all of a task's output fits its buffer
  * @param compression  none when they are written as they are
  */
final case class MapOutput(perInputByte: Double = 1, spills: Boolean = true, compression: Option[Compression] = None)
