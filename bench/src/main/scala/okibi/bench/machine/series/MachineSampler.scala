package okibi.bench.machine.series

import java.util.concurrent.TimeUnit

import scala.collection.mutable.ArrayBuffer

import okibi.bench.protocol.TimeSeries
import okibi.bench.runner.DaemonTimer
import okibi.core.machine.MachineSample

/** Samples the machine's counters each second until it is closed, on a thread of its own. The counters are those of the
  * whole machine, other programs included.
  */
final class MachineSampler(stepMs: Long = 1000) extends AutoCloseable {
  private val samples = ArrayBuffer(MachineSample.now())
  private val timer = DaemonTimer("okibi-bench-sampler")
  timer.scheduleAtFixedRate(() => take(), stepMs, stepMs, TimeUnit.MILLISECONDS)

  private def take(): Unit = samples.synchronized { samples += MachineSample.now() }

  /** The series so far; empty where there is no /proc. */
  def series: Seq[TimeSeries] = MachineSeries(samples.synchronized(samples.toSeq), stepMs / 1000.0)

  override def close(): Unit = {
    timer.shutdownNow()
    ()
  }
}

object MachineSampler {

  /** The setting of a variant whose jobs are sampled. */
  val key = "bench.series"

  /** Samples while the work runs, if wanted. */
  def during[T](wanted: Boolean)(work: => T): (T, Seq[TimeSeries]) =
    if (!wanted) (work, Nil)
    else {
      val sampler = new MachineSampler
      try {
        val result = work
        (result, sampler.series)
      } finally sampler.close()
    }
}
