package okibi.bench.machine.probe

import java.nio.file.Paths
import java.time.Instant
import java.time.temporal.ChronoUnit

import okibi.bench.machine.device.DeviceMeter
import okibi.bench.protocol.{Job, JobRequest, JobResult, Stopwatch}
import okibi.bench.runner.RunContext
import okibi.core.machine.{DeviceSpeed, MachineProfile, MemorySpeed}

/** Measures the machine, in a JVM like those of the experiments. The answer is the machine profile as JSON.
  *
  * Arguments: directories; file, the name of the file that is made in each of them; quick.
  */
object ProbeJob extends Job {
  override def run(request: JobRequest): JobResult = {
    val quick = request.args("quick").bool
    val timer = new RepeatTimer(if (quick) 0.15 else 0.6)
    val watch = new Stopwatch(request.turns)
    val copies = watch.time("memory")(MemoryProbe.copies(timer))
    val (mapped, cached) = watch.time("pageCache")(MemoryProbe.pageCache(timer, request.localDir))
    val codecs = watch.time("codecs")(CodecProbe.run(timer))
    val serializers = watch.time("serializers")(SerializerProbe.run(timer))
    val sorts = watch.time("sorts")(SortProbe.run(timer))
    val devices = request
      .args("directories")
      .arr
      .toSeq
      .map(directory => watch.time("devices")(device(directory.str, request.args("file").str, quick)))
    val profile = MachineProfile(
      time = Instant.now.truncatedTo(ChronoUnit.SECONDS).toString,
      quick = quick,
      cores = Runtime.getRuntime.availableProcessors,
      memoryBytes = RunContext.physicalMemoryBytes,
      jdk = System.getProperty("java.runtime.version"),
      memory = MemorySpeed(copies, mappedReadMbPerSecond = mapped, cachedReadMbPerSecond = cached),
      devices = devices,
      codecs = codecs,
      serializers = serializers,
      sorts = sorts
    )
    JobResult(watch.totalSeconds, MachineProfileJson.json(profile), watch.metrics)
  }

  private def device(directory: String, file: String, quick: Boolean): DeviceSpeed =
    DeviceMeter.directory(Paths.get(directory), quick, name = file)
}
