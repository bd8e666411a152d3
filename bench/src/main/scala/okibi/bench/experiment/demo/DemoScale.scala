package okibi.bench.experiment.demo

/** How much work the demo does.
  *
  * @param runs             rounds of every comparison but the next
  * @param noPressureRuns   rounds of the comparison in which everything fits: it looks for a difference of 2 %
  * @param memoryMultiple   deserialised size of KMeans' data as a multiple of Spark's storage memory
  * @param filterMultiple   the same of the filter test's, lines and words together
  * @param iterations       of KMeans
  * @param filterRounds     of the filter test: ten filters and a word count each
  * @param partitions       of each cached RDD
  * @param serializedRecords records of each kind that the serializers are compared with
  */
final case class DemoScale(
    name: String,
    defaultHeap: String,
    runs: Int,
    noPressureRuns: Int,
    memoryMultiple: Double,
    filterMultiple: Double,
    iterations: Int,
    filterRounds: Int,
    partitions: Int,
    serializedRecords: Int
)

object DemoScale {

  /** Seconds: for the test suite and a first look. Its figures mean nothing. */
  val tiny: DemoScale = DemoScale("tiny", "512m", 1, 1, 1.5, 1.5, 2, 1, 16, 20000)

  /** Minutes on two cores. */
  val small: DemoScale = DemoScale("small", "1g", 3, 4, 5.0, 3.0, 3, 1, 100, 200000)

  val all: Seq[DemoScale] = Seq(tiny, small)
}
