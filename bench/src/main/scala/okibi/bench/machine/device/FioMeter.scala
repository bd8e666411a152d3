package okibi.bench.machine.device

import java.io.File
import java.nio.charset.StandardCharsets.UTF_8
import java.nio.file.{Files, Path, Paths}

import okibi.core.machine.AccessSpeed

/** Measures with fio (https://github.com/axboe/fio), version 3 or later, one operation at a time as
  * [[FileChannelMeter]] does.
  */
final class FioMeter(program: Path) extends DeviceMeter {
  override val name = "fio"

  override def measure(file: Path, bytes: Long, pattern: AccessPattern, seconds: Double): AccessSpeed =
    FioMeter.speed(pattern, run(FioMeter.arguments(file, bytes, pattern, seconds)))

  private def run(arguments: Seq[String]): String = {
    val process = new ProcessBuilder((program.toString +: arguments).toArray: _*)
      .redirectError(ProcessBuilder.Redirect.DISCARD)
      .start()
    val text = new String(process.getInputStream.readAllBytes(), UTF_8)
    val exitCode = process.waitFor()
    if (exitCode != 0) throw new IllegalStateException(s"fio ended with exit code $exitCode")
    text
  }
}

object FioMeter {

  /** fio from the PATH; none when it is not there. */
  def onPath: Option[FioMeter] =
    sys.env
      .getOrElse("PATH", "")
      .split(File.pathSeparatorChar)
      .toSeq
      .filter(_.nonEmpty)
      .map(Paths.get(_).resolve("fio"))
      .find(program => Files.isExecutable(program) && Files.isRegularFile(program))
      .map(new FioMeter(_))

  private[device] def arguments(file: Path, bytes: Long, pattern: AccessPattern, seconds: Double): Seq[String] = {
    val kind = (if (pattern.random) "rand" else "") + (if (pattern.write) "write" else "read")
    // A sequential write ends with the file: a second pass over pages that are dirty already would cost the device
    // nothing.
    val once = pattern.write && !pattern.random
    // fio takes a colon for a separator of two files.
    Seq(
      "--name=okibi",
      s"--filename=${file.toString.replace(":", "\\:")}",
      s"--size=$bytes",
      s"--rw=$kind",
      s"--bs=${pattern.blockBytes}",
      "--ioengine=psync",
      s"--direct=${if (pattern.direct) 1 else 0}",
      s"--runtime=${math.ceil(seconds).toLong}",
      "--randrepeat=1",
      "--output-format=json"
    ) ++
      (if (once) None else Some("--time_based")) ++
      (if (pattern.write) Some("--end_fsync=1") else None) ++
      // These patterns measure the page cache: fio reads the file in first, and does not drop it.
      (if (pattern.direct) None else Seq("--invalidate=0") ++ (if (pattern.write) None else Some("--pre_read=1")))
  }

  /** @throws IllegalStateException when the text is no result of fio */
  private[device] def speed(pattern: AccessPattern, json: String): AccessSpeed = {
    // Warnings of fio come before its JSON.
    val start = json.indexOf('{')
    if (start < 0) throw new IllegalStateException("fio gave no result")
    val side = ujson.read(json.substring(start))("jobs")(0)(if (pattern.write) "write" else "read")
    AccessSpeed(pattern.name, side("bw_bytes").num / 1e6, side("iops").num)
  }
}
