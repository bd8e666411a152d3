package okibi.core.machine

import scala.util.Try

/** /proc/cpuinfo: proc(5). */
object CpuInfo {

  /** The current clock rate in hertz, the median over the processors. None where the system does not report it. */
  def clockHz(): Option[Double] = parse(Proc.lines("cpuinfo"))

  private[machine] def parse(lines: Seq[Seq[String]]): Option[Double] = {
    val clocks = lines
      .collect { case Seq("cpu", "MHz", ":", megahertz) => Try(megahertz.toDouble * 1e6).toOption.filter(_ > 0) }
      .flatten
      .sorted
    clocks.lift(clocks.size / 2)
  }
}
