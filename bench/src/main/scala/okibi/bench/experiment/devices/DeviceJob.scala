package okibi.bench.experiment.devices

import java.nio.file.Paths

import okibi.bench.machine.device.{DeviceMeter, WritePlace}
import okibi.bench.protocol.{Job, JobRequest, JobResult, Stopwatch}

/** Measures the device of a directory with every access pattern.
  *
  * Arguments: quick. The directory is the variant's. Metrics: `<pattern>.mbPerSecond` and `<pattern>.iops`, and `own`
  * or `fio`, 1, for the tool that measured.
  */
object DeviceJob extends Job {
  override def run(request: JobRequest): JobResult = {
    val directory = request
      .setting(WritePlace.folderKey)
      .getOrElse(
        throw new IllegalArgumentException(s"${WritePlace.folderKey}: got none. The variant must name a directory.")
      )
    val watch = new Stopwatch(request.turns)
    val speed = watch.time("device")(DeviceMeter.directory(Paths.get(directory), request.args("quick").bool))
    speed.notes.foreach(note => System.err.println(note))
    val metrics = speed.access.flatMap(access =>
      Seq(s"${access.pattern}.mbPerSecond" -> access.mbPerSecond, s"${access.pattern}.iops" -> access.iops)
    )
    JobResult(watch.totalSeconds, ujson.Null, metrics.toMap + (speed.tool -> 1.0))
  }
}
