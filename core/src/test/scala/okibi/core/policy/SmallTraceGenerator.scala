package okibi.core.policy

import java.util.Random

import okibi.core.block.BlockKey

/** Generates the shipped trace: a small job with all situations in which policies differ. Four parallel tasks scan the
  * RDDs 1 and 2 together, over and over; RDD 2 is twice as large and half as costly per byte. In between, tasks look up
  * skewed partitions of RDD 3, and scan the large and cheap RDD 4 once. Then RDDs 1 and 2 are unpersisted, and the
  * costly RDD 5 is scanned.
  */
object SmallTraceGenerator {
  private val tasks = 4

  def generate(seed: Long): Trace = {
    val random = new Random(seed)
    def uneven(mean: Long): Long = mean * 3 / 4 + random.nextInt((mean / 2).toInt)
    def costs(rdd: Int, partitions: Int, kb: Int, reloadNsPerKb: Int, computeNsPerKb: Int): Map[BlockKey, BlockCost] =
      (0 until partitions).map { p =>
        val bytes = uneven(kb.toLong << 10)
        BlockKey(rdd, p) -> BlockCost(
          bytes,
          (bytes >> 10) * uneven(reloadNsPerKb.toLong),
          (bytes >> 10) * uneven(computeNsPerKb.toLong)
        )
      }.toMap
    val blocks =
      costs(1, 30, kb = 100, 2000, 9000) ++ costs(2, 30, kb = 200, 1000, 20000) ++ costs(3, 40, kb = 60, 4000, 8000) ++
        costs(4, 20, kb = 400, 800, 3000) ++ costs(5, 35, kb = 120, 5000, 30000)

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
