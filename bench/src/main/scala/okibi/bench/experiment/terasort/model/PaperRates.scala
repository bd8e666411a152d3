package okibi.bench.experiment.terasort.model

/** The measurements of Oikawa and Honjo on one core of a Xeon E5-2695 of 2.9 GHz with Oracle JDK 6 and Hadoop CDH
  * 4.1.2, and the machines that they compared them with: five, with two processors of eight cores each.
  */
object PaperRates {

  /** Rates of 100-byte records with keys of 10, the size of TeraSort's records, and of Snappy. */
  val teraSort: PrimitiveRates = PrimitiveRates(
    hdfsRead = 1490,
    hdfsWrite = 1490,
    deserialize = 342,
    serialize = 280,
    parse = 80,
    sortAndMerge = 30,
    merge = 106,
    fetch = 3600,
    codec = CodecRates(compress = 250, decompress = 500)
  )

  /** Rates of records of a few bytes. The rate of sorting and merging can only be read off a bar of figure 16: it is
    * the rate with which the word count reaches the 2.8 MB/s that the paper gives.
    */
  val smallRecords: PrimitiveRates = teraSort.copy(sortAndMerge = 4)

  /** The output of the paper's TeraSort: spills were merged, and Snappy was on, whose ratio is not part of the paper's
    * sum.
    */
  val output: MapOutputShape = MapOutputShape(compression = Some(Compression(1)))

  private val cores = 5 * 2 * 8

  /** The clock with all cores busy is that of the data sheet; a single busy core runs 1.31 times as fast. */
  val oneCore: PhaseConditions = PhaseConditions(cores = 1, clock = 1.31)
  val map: PhaseConditions = oneCore.copy(cores = cores)

  /** The reduce phase used half of the processors (figure 8). */
  val reduce: PhaseConditions = map.copy(overlap = 0.5)
}
