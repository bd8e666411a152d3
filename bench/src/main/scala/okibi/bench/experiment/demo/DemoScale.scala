package okibi.bench.experiment.demo

/** How much work the demo does.
  *
  * @param rounds            of the experiments
  * @param memoryMultiple    deserialized size of k-means' data as a multiple of Spark's storage memory
  * @param filterMultiple    deserialized size of the filter test's lines and words together, as such a multiple
  * @param iterations        of k-means
  * @param filterRounds      of the filter test: ten filters and a word count each
  * @param partitions        of each cached RDD
  * @param serializedRecords records of each kind that the serializers are compared with
  */
final case class DemoScale(
    name: String,
    defaultHeap: String,
    rounds: DemoRounds,
    memoryMultiple: Double,
    filterMultiple: Double,
    iterations: Int,
    filterRounds: Int,
    partitions: Int,
    serializedRecords: Int
)

/** Rounds that are measured at least.
  *
  * @param noPressure of the comparison in which everything fits, which looks for a difference of 2 %
  * @param others     of the other comparisons
  */
final case class DemoRounds(noPressure: Int, others: Int)

object DemoScale {

  /** Takes seconds: for the test suite and a first look. Its figures mean nothing. */
  val tiny: DemoScale = DemoScale(
    name = "tiny",
    defaultHeap = "512m",
    rounds = DemoRounds(noPressure = 1, others = 1),
    memoryMultiple = 1.5,
    filterMultiple = 1.5,
    iterations = 2,
    filterRounds = 1,
    partitions = 16,
    serializedRecords = 20000
  )

  /** Takes minutes on two cores. */
  val small: DemoScale = DemoScale(
    name = "small",
    defaultHeap = "1g",
    rounds = DemoRounds(noPressure = 4, others = 3),
    memoryMultiple = 5.0,
    filterMultiple = 3.0,
    iterations = 3,
    filterRounds = 1,
    partitions = 100,
    serializedRecords = 200000
  )

  val all: Seq[DemoScale] = Seq(tiny, small)
}
