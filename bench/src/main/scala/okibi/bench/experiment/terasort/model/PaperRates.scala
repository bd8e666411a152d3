package okibi.bench.experiment.terasort.model

/** What Oikawa and Honjo measured on one core of a Xeon E5-2695 of 2.9 GHz, Oracle JDK 6, Hadoop CDH 4.1.2, and the machines that they held
  * it against: five, with two processors of eight cores each.
  */
object PaperRates {

  /** Of 100-byte records with keys of 10, the size of TeraSort's, and Snappy. */
  val teraSort: Rates = Rates(
    hdfsRead = 1490,
    hdfsWrite = 1490,
    deserialize = 342,
    serialize = 280,
    parse = 80,
    sortAndMerge = 30,
    merge = 106,
    fetch = 3600,
    compress = 250,
    decompress = 500
  )

  /** Of records of a few bytes. The rate of sorting and merging can only be read off a bar of figure 16: it is the one with which the
    * word count comes to the 2.8 MB/s that the paper gives.
    */
  val smallRecords: Rates = teraSort.copy(sortAndMerge = 4)

  /** Their TeraSort: spills were merged, and Snappy was on, whose ratio does not enter their sum. */
  val output: MapOutput = MapOutput(compression = Some(Compression(1)))

  private val cores = 5 * 2 * 8

  /** The clock with all cores busy is that of the data sheet; a single busy core runs 1.31 times as fast. */
  val oneCore: Held = Held(cores = 1, clock = 1.31)
  val map: Held = oneCore.copy(cores = cores)

  /** The reduce phase used half of the processors (figure 8). */
  val reduce: Held = map.copy(overlap = 0.5)
}
