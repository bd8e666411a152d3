package okibi.bench.machine.device

import java.nio.file.{Files, Path}

import okibi.bench.runner.{Experiment, RunScope, Variant}

/** The directories that shuffles are written to: all of them, or only the first.
  *
  * @param number how many there are
  * @param line   for people
  */
sealed abstract class ShuffleDirs(val number: Int, val line: String) {
  protected def open(scope: RunScope): Seq[Path]
  protected def launcher: Seq[String] = Nil

  /** Makes the directories, which go with the scope, and tells those variants that use some where they are. */
  final def settle(scope: RunScope, experiment: Experiment): Experiment = {
    val folders = open(scope)
    def settled(variant: Variant): Variant = variant.conf.toMap.get(ShuffleDirs.key).fold(variant) { number =>
      variant.copy(
        conf = variant.conf :+ ("spark.local.dir" -> folders.take(number.toInt).mkString(",")),
        launcher = launcher
      )
    }
    experiment.copy(variants = experiment.variants.map(settled))
  }
}

object ShuffleDirs {

  /** How many of the directories a variant uses. */
  private val key = "bench.shuffle.dirs"

  def using(number: Int): (String, String) = key -> number.toString

  /** Folders of one device: what fits the page cache does not mind where it is. */
  final case class OfOneDevice(parent: Path, many: Int) extends ShuffleDirs(many, s"$many directories of one device") {
    override protected def open(scope: RunScope): Seq[Path] =
      (1 to many).map(n => folder(scope, Files.createDirectories(parent), n))
  }

  final case class Given(devices: Seq[Device]) extends ShuffleDirs(devices.size, devices.map(_.line).mkString(", ")) {
    override protected def open(scope: RunScope): Seq[Path] = devices.zipWithIndex.map { case (device, n) =>
      folder(scope, device.directory, n + 1)
    }
  }

  /** @param bytes  of each device
    * @param memory that a child may have, page cache and all
    */
  final case class Simulated(limits: DeviceLimits, many: Int, bytes: Long, memory: Long)
      extends ShuffleDirs(
        many,
        f"$many%d devices, each ${limits.line}%s, with ${memory / 1e6}%.0f MB of memory, page cache and all"
      ) {
    override protected def open(scope: RunScope): Seq[Path] = {
      val folders = (1 to many).map(n => SimulatedDevice.mount(scope, s"shuffle-$n", bytes, limits))
      SimulatedDevice.limitMemory(scope, memory)
      folders
    }
    override protected def launcher: Seq[String] = SimulatedDevice.launcher
  }

  private def folder(scope: RunScope, parent: Path, n: Int): Path = {
    val folder = Files.createTempDirectory(parent, s"shuffle-$n-")
    scope.undo(s"folder $folder")(RunScope.delete(folder))
    folder
  }
}
