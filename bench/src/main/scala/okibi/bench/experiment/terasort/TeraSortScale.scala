package okibi.bench.experiment.terasort

import okibi.bench.benchmark.BenchScale

/** Sizes of the TeraSort benchmark.
  *
  * @param records     number of records of 100 bytes that are sorted
  * @param maps        number of map tasks, each of which reads a file
  * @param taskHeapMb  heap of a task
  * @param text        of the jobs on text
  * @param heap        of Spark, which runs all its tasks in one JVM, and of the JVMs that submit jobs
  * @param taskOptions further options of a task's JVM
  */
final case class TeraSortScale(
    records: Long,
    maps: Int,
    reduces: Int,
    taskHeapMb: Int,
    text: TextSize,
    heap: String,
    runs: Int,
    taskOptions: Seq[String] = Nil
) {
  def megabytes: Double = records * 100 / 1e6

  /** Whether the input of a reduce task, as a whole and each map output of it, fits the part of the task's heap that
    * Hadoop uses for it, so that it need not go to disk before it is merged.
    */
  def reducesInMemory: Boolean = {
    val roomBytes = TeraSortScale.shuffleShare * taskHeapMb * (1 << 20)
    val fetchedBytes = records * 110 / reduces
    fetchedBytes < roomBytes && fetchedBytes / maps < TeraSortScale.outputShare * roomBytes
  }
}

/** Sizes of the jobs on text.
  *
  * @param wordCountBytes text whose words are counted
  * @param logBytes       log that is analysed
  * @param maps           number of map tasks of each job
  */
final case class TextSize(wordCountBytes: Long, logBytes: Long, maps: Int)

object TeraSortScale {

  /** Share of a reduce task's heap for fetched data: Hadoop's mapreduce.reduce.shuffle.input.buffer.percent. */
  private val shuffleShare = 0.7

  /** Share of that for one map output: Hadoop's mapreduce.reduce.shuffle.memory.limit.percent. */
  private val outputShare = 0.25

  private val tiny = TeraSortScale(
    records = 20000,
    maps = 2,
    reduces = 1,
    taskHeapMb = 256,
    text = TextSize(wordCountBytes = 1 << 20, logBytes = 1 << 20, maps = 1),
    heap = "512m",
    runs = 1,
    taskOptions = Seq("-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC")
  )

  /** A map task has 1 GB; in the paper it has 2.7 GB. With half a GB, the start of its JVM took more than a third of
    * the phase; with 48 MB of a log, nine tenths.
    */
  private val small = TeraSortScale(
    records = 40000000,
    maps = 4,
    reduces = 4,
    taskHeapMb = 2000,
    text = TextSize(wordCountBytes = 192L << 20, logBytes = 1L << 30, maps = 2),
    heap = "3g",
    runs = 3
  )

  /** The paper's data and tasks. */
  private val paper = TeraSortScale(
    records = 4000000000L,
    maps = 150,
    reduces = 50,
    taskHeapMb = 2048,
    text = TextSize(wordCountBytes = 4L << 30, logBytes = 4L << 30, maps = 150),
    heap = "16g",
    runs = 3
  )

  def of(scale: BenchScale): TeraSortScale = scale match {
    case BenchScale.Tiny => tiny
    case BenchScale.Small => small
    case BenchScale.Paper => paper
  }
}
