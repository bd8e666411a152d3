package okibi.bench.mapreduce

import java.util.function.LongSupplier

import okibi.core.machine.{ProcessStat, ProcessTicks}

/** Splits the processor time of a reader and of its servers into time in programs and time in the kernel. */
object CpuSplit {

  /** Runs passes for some time, at least one, and measures this process with the programs that it waited for (`reader`)
    * and the given processes (`server`): `<name>.userShare` and `<name>.kernelShare`, the mean number of busy
    * processors. Empty where there is no /proc.
    */
  def during(seconds: Double, servers: Seq[Long])(pass: LongSupplier): Map[String, Double] = {
    val ends = Seq("reader" -> Seq(ProcessHandle.current.pid), "server" -> servers)
    val before = ends.map { case (_, pids) => ticks(pids) }
    val start = System.nanoTime
    val until = start + (seconds * 1e9).toLong
    while ({ pass.getAsLong; System.nanoTime < until }) {}
    val elapsedSeconds = (System.nanoTime - start) / 1e9
    val shares = for (((name, pids), earlier) <- ends.zip(before); from <- earlier; to <- ticks(pids)) yield {
      val spent = to - from
      Seq(
        s"$name.userShare" -> spent.user / ticksPerSecond / elapsedSeconds,
        s"$name.kernelShare" -> spent.system / ticksPerSecond / elapsedSeconds
      )
    }
    shares.flatten.toMap
  }

  /** Processor time that processes have used since they began; 0 for processes that the system does not report. */
  def seconds(pids: Seq[Long]): Double =
    pids.flatMap(ProcessStat.ticks).map(ticks => ticks.user + ticks.system).sum / ticksPerSecond

  /** USER_HZ of every Linux that Java runs on. */
  private val ticksPerSecond = 100.0

  private def ticks(pids: Seq[Long]): Option[ProcessTicks] = {
    val known = pids.map(ProcessStat.ticks)
    if (known.isEmpty || known.contains(None)) None
    else Some(ProcessTicks(known.flatten.map(_.user).sum, known.flatten.map(_.system).sum))
  }
}
