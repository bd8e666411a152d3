package okibi.bench.machine.device

import java.nio.file.{Files, Path}

import okibi.bench.runner.{Experiment, RunScope, Variant}

/** The directories that shuffles are written to. A variant uses all of them, or the first ones.
  *
  * @param number of the directories
  * @param line   description for people
  */
sealed abstract class ShuffleDirs(val number: Int, val line: String) {
  protected def openFolders(scope: RunScope): Seq[Path]
  protected def commandPrefix: Seq[String] = Nil

  /** Makes the directories, which are deleted with the scope, and gives them to the variants that use some. */
  final def open(scope: RunScope, experiment: Experiment): Experiment = {
    val folders = openFolders(scope)
    def withFolders(variant: Variant): Variant = variant.conf.toMap.get(ShuffleDirs.key).fold(variant) { number =>
      variant.copy(
        conf = variant.conf :+ ("spark.local.dir" -> folders.take(number.toInt).mkString(",")),
        commandPrefix = commandPrefix
      )
    }
    experiment.copy(variants = experiment.variants.map(withFolders))
  }
}

object ShuffleDirs {

  /** The setting of a variant: the number of directories that it uses. */
  private val key = "bench.shuffle.dirs"

  def using(number: Int): (String, String) = key -> number.toString

  /** Folders of one device, for shuffles that fit the page cache. */
  final case class OfOneDevice(parent: Path, count: Int)
      extends ShuffleDirs(count, s"$count directories of one device") {
    override protected def openFolders(scope: RunScope): Seq[Path] =
      (1 to count).map(n => folder(scope, Files.createDirectories(parent), n))
  }

  final case class Given(devices: Seq[Device]) extends ShuffleDirs(devices.size, devices.map(_.line).mkString(", ")) {
    override protected def openFolders(scope: RunScope): Seq[Path] = devices.zipWithIndex.map { case (device, n) =>
      folder(scope, device.directory, n + 1)
    }
  }

  /** Simulated devices.
    *
    * @param deviceBytes size of each device
    * @param memoryBytes limit of a child's memory, page cache included
    */
  final case class Simulated(limits: DeviceLimits, count: Int, deviceBytes: Long, memoryBytes: Long)
      extends ShuffleDirs(
        count,
        f"$count%d devices, each ${limits.line}%s, with ${memoryBytes / 1e6}%.0f MB of memory, page cache included"
      ) {
    override protected def openFolders(scope: RunScope): Seq[Path] = {
      val folders = (1 to count).map(n => SimulatedDevice.mount(scope, s"shuffle-$n", deviceBytes, limits))
      SimulatedDevice.limitMemory(scope, memoryBytes)
      folders
    }
    override protected def commandPrefix: Seq[String] = SimulatedDevice.commandPrefix
  }

  private def folder(scope: RunScope, parent: Path, n: Int): Path = scope.folderIn(parent, s"shuffle-$n-")
}
