package okibi.spark.scale

import okibi.core.machine.{MachineSample, ProcStat, WallClock}
import okibi.core.observe.{NodeMeter, SeriesCodec}
import okibi.spark.internal.Runtimes
import okibi.spark.observe.{NodeReport, PlanRequest, WireFormat}

import org.apache.spark.okibi.SimulatedExecutors

/** The JVM of all simulated executors. Lines of its standard input replace executors; it ends with its input. */
object ExecutorsMain {

  /** @param args the driver's host and port, how many executors, and how many a machine has */
  def main(args: Array[String]): Unit = {
    val outcome =
      try { serve(args); 0 }
      catch { case error: Throwable => error.printStackTrace(); 1 }
    System.exit(outcome)
  }

  private def serve(args: Array[String]): Unit = {
    val series = machineSeries()
    val executors = new SimulatedExecutors(
      args(0),
      args(1).toInt,
      args(3).toInt,
      "okibi.spark.OkibiPlugin",
      (executor, host, isFirst) =>
        (PlanRequest(executor, version = 0, Runtimes.counted) +:
          (if (isFirst) Seq.fill(2)(NodeReport(executor, host, Some(series))) else Nil)).map(WireFormat.encode)
    )
    executors.add(args(2).toInt)
    println("registered")
    Iterator.continually(Option(scala.io.StdIn.readLine())).takeWhile(_.nonEmpty).flatten.foreach { count =>
      executors.replace(count.toInt)
      println(s"replaced $count")
    }
  }

  /** Five seconds of this machine, as an executor reports them. */
  private def machineSeries(): String = {
    val meter = new NodeMeter(ProcStat.processors, Nil)
    (0 to 5).foreach { _ =>
      val sample = MachineSample.now()
      meter.add(WallClock.at(sample.nanos), sample)
      Thread.sleep(1000)
    }
    SeriesCodec.encode(meter.take().get)
  }
}
