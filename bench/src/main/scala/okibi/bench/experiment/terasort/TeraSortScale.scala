package okibi.bench.experiment.terasort

import okibi.bench.benchmark.BenchScale

/** Sizes of the TeraSort benchmark.
  *
  * @param records   of 100 bytes that are sorted
  * @param maps      map tasks, each of which reads a file
  * @param taskHeap  of a task, in megabytes
  * @param textBytes whose words are counted
  * @param logBytes  that are analysed
  * @param textMaps  map tasks of those jobs
  * @param taskOptions further options of a task's JVM
  * @param heap      of Spark, which has all of a machine in one JVM, and of those who submit jobs
  */
final case class TeraSortScale(
    records: Long,
    maps: Int,
    reduces: Int,
    taskHeap: Int,
    textBytes: Long,
    logBytes: Long,
    textMaps: Int,
    heap: String,
    runs: Int,
    taskOptions: Seq[String] = Nil
) {
  def megabytes: Double = records * 100 / 1e6

  /** Whether what a reduce task fetches fits the part of its heap that Hadoop takes for it, all of it and each output, so that it need not go to disk before it is merged. */
  def reducesInMemory: Boolean = {
    val room = TeraSortScale.shuffleShare * taskHeap * (1 << 20)
    val fetched = records * 110 / reduces
    fetched < room && fetched / maps < TeraSortScale.outputShare * room
  }
}

object TeraSortScale {

  /** Of a reduce task's heap: Hadoop's own mapreduce.reduce.shuffle.input.buffer.percent. */
  val shuffleShare = 0.7

  /** Of that: Hadoop's own mapreduce.reduce.shuffle.memory.limit.percent. */
  private val outputShare = 0.25

  private val tiny =
    TeraSortScale(20000, 2, 1, 256, 1 << 20, 1 << 20, 1, "512m", 1, Seq("-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC"))

  /** A map task has 1 GB; in the paper it has 2.7. With half a GB the start of its JVM was more than a third of the phase; with
    * 48 MB of a log it was nine tenths.
    */
  private val small = TeraSortScale(40000000, 4, 4, 2000, 192L << 20, 1L << 30, 2, "3g", 3)

  /** The paper's data and tasks. */
  private val paper = TeraSortScale(4000000000L, 150, 50, 2048, 4L << 30, 4L << 30, 150, "16g", 3)

  def of(scale: BenchScale): TeraSortScale = scale match {
    case BenchScale.Tiny => tiny
    case BenchScale.Small => small
    case BenchScale.Paper => paper
  }
}
