package okibi.bench.machine.device

import java.nio.file.{Files, Path}

import okibi.bench.runner.{Experiment, RunScope, Variant}

/** Where the variants of an experiment write. It gets a folder of its own when the run begins, which goes when it ends.
  *
  * @param label of the variants' and experiments' names, free of what a file name cannot have
  * @param line  for people
  */
sealed abstract class Place(val label: String, val line: String) {

  /** What holds whether it is simulated or not. */
  def limits: Option[DeviceLimits]

  protected def open(scope: RunScope): Path

  private def of(variant: Variant): Boolean = variant.conf.contains(Place.key -> label)
}

object Place {
  private val key = "bench.place"

  /** What Spark, and our own jobs with it, take as the place to write. */
  val folderKey = "spark.local.dir"

  final case class Directory(device: Device, name: String) extends Place(name, device.line) {
    override def limits: Option[DeviceLimits] = None
    override protected def open(scope: RunScope): Path = {
      Files.createDirectories(device.directory)
      val folder = Files.createTempDirectory(device.directory, "okibi-bench-")
      scope.undo(s"folder $folder")(RunScope.delete(folder))
      folder
    }
  }

  final case class Simulated(how: DeviceLimits, bytes: Long) extends Place(s"simulated-${how.name}", how.line) {
    override def limits: Option[DeviceLimits] = Some(how)
    override protected def open(scope: RunScope): Path = SimulatedDevice.mount(scope, label, bytes, how)
  }

  /** Directories; the work folder's is called `work`. */
  def directories(devices: Seq[Device], work: Path): Seq[Place] = devices.map { device =>
    Directory(device, if (device.directory == work.toAbsolutePath.normalize) "work" else name(device.directory))
  }

  /** The simulated device that was asked for, when this machine can have one.
    *
    * @param bytes that are written to it
    * @param work  folder that it is a file in
    * @throws UsageException when there is no room for it
    */
  def simulated(name: Option[String], bytes: Long, work: Path): Seq[Place] =
    for (limits <- name.map(DeviceLimits.named).toSeq if SimulatedDevice.missing.isEmpty) yield {
      Directories.orWork(Nil, work, bytes + fileSystemBytes)
      Simulated(limits, bytes + fileSystemBytes)
    }

  /** What was asked for and is left out, and why. */
  def notes(simulated: Option[String]): Seq[String] =
    for (name <- simulated.toSeq; why <- SimulatedDevice.missing) yield s"--simulate-device $name is skipped: it $why"

  /** Lets a variant write to a place. */
  def at(place: Place, variant: Variant): Variant = variant.copy(conf = variant.conf :+ (key -> place.label))

  /** Opens the places and tells the variants where they are. */
  def settle(places: Seq[Place])(scope: RunScope, experiments: Seq[Experiment]): Seq[Experiment] = {
    val folders = places.map(place => place -> place.open(scope))
    def settled(variant: Variant): Variant =
      folders
        .collectFirst {
          case (place, folder) if place.of(variant) =>
            variant.copy(
              conf = variant.conf :+ (folderKey -> folder.toString),
              launcher = if (place.limits.isDefined) SimulatedDevice.launcher else Nil
            )
        }
        .getOrElse(variant)
    experiments.map(experiment => experiment.copy(variants = experiment.variants.map(settled)))
  }

  // ext4 keeps some of its room for itself: journal and tables.
  private val fileSystemBytes = 192L << 20

  private def name(directory: Path): String = directory.toString.replaceAll("[^A-Za-z0-9]+", "-").stripPrefix("-")
}
