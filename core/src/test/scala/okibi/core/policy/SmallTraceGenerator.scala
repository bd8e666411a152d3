package okibi.core.policy

import java.util.Random

import okibi.core.block.BlockKey

/** The shipped trace: a job in little, with all that policies differ in. Two RDDs are scanned together, over and over, by
  * four tasks at a time; the second is twice as large and half as dear a byte. In between, a skewed third RDD is looked
  * up; a large cheap one is scanned once; then the first two are unpersisted and a dear fourth is scanned.
  */
object SmallTraceGenerator {
  private val tasks = 4

  def generate(seed: Long): Trace = {
    val random = new Random(seed)
    def uneven(mean: Long): Long = mean * 3 / 4 + random.nextInt((mean / 2).toInt)
    def facts(rdd: Int, partitions: Int, kb: Int, reloadNsPerKb: Int, computeNsPerKb: Int): Map[BlockKey, BlockCost] =
      (0 until partitions).map { p =>
        val bytes = uneven(kb.toLong << 10)
        BlockKey(rdd, p) -> BlockCost(
          bytes,
          (bytes >> 10) * uneven(reloadNsPerKb.toLong),
          (bytes >> 10) * uneven(computeNsPerKb.toLong)
        )
      }.toMap
    val blocks =
      facts(1, 30, kb = 100, 2000, 9000) ++ facts(2, 30, kb = 200, 1000, 20000) ++ facts(3, 40, kb = 60, 4000, 8000) ++
        facts(4, 20, kb = 400, 800, 3000) ++ facts(5, 35, kb = 120, 5000, 30000)

    def lookups(count: Int): Seq[TraceEvent] = Seq.fill(count) {
      val skewed = math.pow(random.nextDouble(), 3) * 40
      TraceEvent.Read(BlockKey(3, skewed.toInt))
    }
    def scan(rdds: Int*): Seq[TraceEvent] = {
      val partitions = blocks.keys.count(_.rdd == rdds.head)
      TraceEvent.Stage +: Trace.pass(rdds, partitions, tasks, random)
    }
    val first = (1 to 8).flatMap(pass => scan(1, 2) ++ lookups(20) ++ (if (pass == 4) scan(4) else Nil))
    val second = (1 to 6).flatMap(_ => scan(5) ++ lookups(15))
    val events = first ++ Seq(TraceEvent.Unpersist(1), TraceEvent.Unpersist(2)) ++ second :+ TraceEvent.Unpersist(5)
    Trace(blocks, Set(1, 2), events.toVector)
  }
}
