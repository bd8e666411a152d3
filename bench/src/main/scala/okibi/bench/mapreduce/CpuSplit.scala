package okibi.bench.mapreduce

import java.util.function.LongSupplier

import okibi.core.machine.{ProcessStat, ProcessTicks}

/** Where the processor time of a reader and of its servers goes: to programs or to the kernel. */
object CpuSplit {

  /** Does passes for some time, one at least, and tells, for this process with the programs that it waited for (`reader`) and for the given
    * ones (`server`): `<who>.userShare` and `<who>.kernelShare`, processors busy with it on average. Empty where there is no /proc.
    */
  def during(seconds: Double, servers: Seq[Long])(pass: LongSupplier): Map[String, Double] = {
    val ends = Seq("reader" -> Seq(ProcessHandle.current.pid), "server" -> servers)
    val before = ends.map { case (_, pids) => ticks(pids) }
    val start = System.nanoTime
    val until = start + (seconds * 1e9).toLong
    while ({ pass.getAsLong; System.nanoTime < until }) {}
    val took = (System.nanoTime - start) / 1e9
    val shares = for (((who, pids), earlier) <- ends.zip(before); from <- earlier; to <- ticks(pids)) yield {
      val spent = to - from
      Seq(
        s"$who.userShare" -> spent.user / ticksPerSecond / took,
        s"$who.kernelShare" -> spent.system / ticksPerSecond / took
      )
    }
    shares.flatten.toMap
  }

  /** Processor time that programs have used since they began; 0 of those of which the system does not tell. */
  def seconds(pids: Seq[Long]): Double =
    pids.flatMap(ProcessStat.ticks).map(ticks => ticks.user + ticks.system).sum / ticksPerSecond

  /** USER_HZ of every Linux that Java runs on. */
  private val ticksPerSecond = 100.0

  private def ticks(pids: Seq[Long]): Option[ProcessTicks] = {
    val each = pids.map(ProcessStat.ticks)
    if (each.isEmpty || each.contains(None)) None
    else Some(ProcessTicks(each.flatten.map(_.user).sum, each.flatten.map(_.system).sum))
  }
}
