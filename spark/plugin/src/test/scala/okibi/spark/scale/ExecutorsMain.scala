package okibi.spark.scale

import okibi.core.machine.{MachineSample, ProcStat, WallClock}
import okibi.core.observe.{NodeMeter, SeriesCodec}
import okibi.spark.internal.Runtimes
import okibi.spark.observe.{NodeLog, NodeReport, PlanRequest, PlanServer, WireFormat}

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
    val (count, perHost) = (args(2).toInt, args(3).toInt)
    val reportSeconds = NodeLog.reportSeconds(count / perHost)
    val series = machineSeries(reportSeconds)
    // As often as the driver asks for, in rounds of ten seconds.
    val asking = math.round(PlanServer.heartbeatMs(count) / 10000.0).toInt
    def reports(round: Int): Int = (round + 1) * 10 / reportSeconds - round * 10 / reportSeconds
    val executors = new SimulatedExecutors(
      args(0),
      args(1).toInt,
      perHost,
      "okibi.spark.OkibiPlugin",
      (executor, host, isFirst, round) =>
        {
          val own = round + executor.toInt / 100
          (if (own % asking == 0) Seq(PlanRequest(executor, version = 0, Runtimes.counted)) else Nil) ++
            (if (isFirst) Seq.fill(reports(own))(NodeReport(executor, host, Some(series))) else Nil)
        }.map(WireFormat.encode)
    )
    executors.add(count)
    println("registered")
    Iterator.continually(Option(scala.io.StdIn.readLine())).takeWhile(_.nonEmpty).flatten.foreach { count =>
      executors.replace(count.toInt)
      println(s"replaced $count")
    }
  }

  /** Some seconds of this machine, as an executor reports them. */
  private def machineSeries(seconds: Int): String = {
    val meter = new NodeMeter(ProcStat.processors, Nil)
    (0 to seconds).foreach { _ =>
      val sample = MachineSample.now()
      meter.add(WallClock.at(sample.nanos), sample)
      Thread.sleep(1000)
    }
    SeriesCodec.encode(meter.take().get)
  }
}
