package okibi.bench.machine.probe

import java.io.{IOException, PrintWriter}
import java.nio.file.{AccessDeniedException, Files, Path}

import okibi.bench.machine.device.{DeviceMeter, DeviceDirectories}
import okibi.bench.runner.{ChildLauncher, Progress, RunScope, UsageException, Variant}
import okibi.core.machine.MachineProfile

/** `okibi probe`: measures the machine once and keeps the profile for experiments and explanations.
  *
  * @param directories     whose devices are measured; empty for the defaults
  * @param quick           takes a quarter of the time, for a first look
  * @param out             the machine profile's file
  * @param terminalColumns width of the terminal for a progress bar; 0 without a terminal
  */
final case class MachineProbe(directories: Seq[Path], quick: Boolean, out: Path, terminalColumns: Int) {
  private val heap = "1g"
  private val phasesBesideDevices = 5
  private val work = out.toAbsolutePath.getParent

  /** @return 0 when everything was measured, 1 otherwise
    * @throws UsageException for a directory that cannot be measured, or when the profile cannot be written
    */
  def run(print: PrintWriter): Int = {
    createWorkFolder()
    val measured = DeviceDirectories.orDefaults(directories, work, DeviceMeter.fileBytes(quick)).map(_.directory)
    DeviceDirectories.note(directories, DeviceMeter.fileBytes(quick)).foreach(print.println)
    val scope = new RunScope(work)
    try {
      val progress = Progress("okibi probe", phasesBesideDevices + measured.size, terminalColumns)
      val outcome =
        try profile(scope, progress, measured)
        finally progress.close()
      outcome match {
        case Right(profile) => keep(profile, print)
        case Left(reason) =>
          print.println(s"error: probe: $reason")
          1
      }
    } finally scope.close()
  }

  private def profile(scope: RunScope, progress: Progress, measured: Seq[Path]): Either[String, MachineProfile] = {
    val file = DeviceMeter.fileName()
    // The child ends as soon as this program ends, and then leaves the file behind.
    measured.foreach(directory =>
      scope.undo(s"file ${directory.resolve(file)}") { Files.deleteIfExists(directory.resolve(file)); () }
    )
    val args = ujson.Obj(
      "directories" -> ujson.Arr.from(measured.map(path => ujson.Str(path.toString))),
      "file" -> file,
      "quick" -> quick
    )
    val child =
      new ChildLauncher(scope, work.resolve("logs")).start(Variant("probe", ProbeJob.mainClass, args, heap), "probe")
    while (child.isReady) {
      progress.begin("probe")
      progress.end(child.turn().map { case (phase, seconds) => f"$phase%s $seconds%.1f s" }.getOrElse("failed"))
    }
    child.results().map(results => MachineProfileJson.profile(results.head.answer))
  }

  private def keep(profile: MachineProfile, print: PrintWriter): Int = {
    MachineProfileJson.write(out, profile)
    print.println(ProbeTables(profile))
    print.println(s"\nprofile: $out")
    0
  }

  private def createWorkFolder(): Unit =
    try {
      Files.createDirectories(work)
      if (!Files.isWritable(work)) throw new AccessDeniedException(work.toString)
    } catch {
      case e: IOException =>
        throw new UsageException(
          s"$work: not writable (${e.getClass.getSimpleName}), so the machine profile has no place. Make it writable."
        )
    }
}
