package okibi.bench.machine.device

import java.nio.file.{Files, Path}

import okibi.bench.runner.{Experiment, RunScope, Variant}

/** A place that the variants of an experiment write to. It gets a folder of its own when the run begins, which is
  * deleted when the run ends.
  *
  * @param label part of the names of variants and experiments; has only characters that a file name can have
  * @param line  description for people
  */
sealed abstract class WritePlace(val label: String, val line: String) {

  /** The limits of a simulated device; none for a real one. */
  def limits: Option[DeviceLimits]

  protected def open(scope: RunScope): Path

  /** The variant, writing to this place. */
  def assign(variant: Variant): Variant = variant.copy(conf = variant.conf :+ (WritePlace.key -> label))

  /** The experiment, with every variant writing to this place. */
  def assignAll(experiment: Experiment): Experiment = experiment.map(assign)

  private def isPlaceOf(variant: Variant): Boolean = variant.conf.contains(WritePlace.key -> label)
}

object WritePlace {
  private val key = "bench.place"

  /** The setting by which Spark, and the bench's own jobs, find the folder to write to. */
  val folderKey = "spark.local.dir"

  final case class Directory(device: Device, name: String) extends WritePlace(name, device.line) {
    override def limits: Option[DeviceLimits] = None
    override protected def open(scope: RunScope): Path = {
      Files.createDirectories(device.directory)
      scope.folderIn(device.directory, "okibi-bench-")
    }
  }

  final case class Simulated(device: DeviceLimits, bytes: Long)
      extends WritePlace(s"simulated-${device.name}", device.line) {
    override def limits: Option[DeviceLimits] = Some(device)
    override protected def open(scope: RunScope): Path = SimulatedDevice.mount(scope, label, bytes, device)
  }

  /** The places of directories. The work folder has the label `work`. */
  def directories(devices: Seq[Device], work: Path): Seq[WritePlace] = devices.map { device =>
    Directory(device, if (device.directory == work.toAbsolutePath.normalize) "work" else name(device.directory))
  }

  /** The simulated device that the user asked for; empty when this machine cannot have one.
    *
    * @param bytes that are written to it
    * @param work  folder for its file
    * @throws UsageException when there is no room for it
    */
  def simulated(name: Option[String], bytes: Long, work: Path): Seq[WritePlace] =
    for (limits <- name.map(DeviceLimits.named).toSeq if SimulatedDevice.missing.isEmpty) yield {
      DeviceDirectories.orWork(Nil, work, bytes + SimulatedDevice.fileSystemBytes)
      Simulated(limits, bytes + SimulatedDevice.fileSystemBytes)
    }

  /** A note when the simulated device is left out, with the reason. */
  def notes(simulated: Option[String]): Seq[String] =
    for (name <- simulated.toSeq; reason <- SimulatedDevice.missing)
      yield s"--simulate-device $name is skipped: it $reason"

  /** Opens the places and gives the variants their folders. */
  def open(places: Seq[WritePlace])(scope: RunScope, experiments: Seq[Experiment]): Seq[Experiment] = {
    val folders = places.map(place => place -> place.open(scope))
    def withFolder(variant: Variant): Variant =
      folders
        .collectFirst {
          case (place, folder) if place.isPlaceOf(variant) =>
            variant.copy(
              conf = variant.conf :+ (folderKey -> folder.toString),
              commandPrefix = if (place.limits.isDefined) SimulatedDevice.commandPrefix else Nil
            )
        }
        .getOrElse(variant)
    experiments.map(_.map(withFolder))
  }

  private def name(directory: Path): String = directory.toString.replaceAll("[^A-Za-z0-9]+", "-").stripPrefix("-")
}
