package okibi.bench.machine.device

import java.io.{File, RandomAccessFile}
import java.nio.charset.StandardCharsets.UTF_8
import java.nio.file.{Files, Path, Paths}

import okibi.bench.runner.RunScope

/** A simulated slow device: a file mounted as a disk, whose rate the kernel's own block throttle limits for the
  * processes of a control group and for the page cache's writeback. Needs Linux and root.
  *
  * The page cache may hold only little that is still to be written, so that writers soon wait for the device, as they
  * do on a real one when there is more to write than memory. A synchronous mount would make them wait as well, but for
  * each write by itself: writes of 8 KiB, which Spark makes, reached 1.3 MB/s of 50, because the cache could not join
  * them as it does for any disk.
  */
object SimulatedDevice {
  private val programs = Seq("mkfs.ext4", "mount", "umount", "sh")
  private val loopControl = Paths.get("/dev/loop-control")

  /** Space that ext4 takes for its journal and tables. */
  val fileSystemBytes: Long = 192L << 20

  private val dirtyLimitBytes = 16L << 20

  /** Why this machine cannot simulate a device; none when it can. */
  def missing: Option[String] =
    if (System.getProperty("os.name") != "Linux") Some("needs Linux")
    else if (!isRoot) Some("needs root: it mounts a file and makes a control group")
    else
      programs
        .find(!onPath(_))
        .map(program => s"needs $program on the PATH")
        .orElse(if (Files.exists(loopControl)) None else Some(s"needs loop devices: there is no $loopControl"))
        .orElse(
          if (BlockThrottle.here.isEmpty)
            Some("needs control groups that limit block devices: blkio of version 1, or io and memory of version 2")
          else if (!DirtyPages.canLimit)
            Some("needs Linux 6.2 or later, which can limit how much is still to be written to a device")
          else None
        )

  /** Makes and mounts a device until the scope ends. A process that is to feel its limits must be started with
    * [[commandPrefix]].
    *
    * @param name  of the folder that it is mounted on; unique within the scope
    * @param bytes size of its file, which takes disk space as it is filled
    * @return the folder
    * @throws IllegalStateException when a program fails, with the program's output
    */
  def mount(scope: RunScope, name: String, bytes: Long, limits: DeviceLimits): Path = {
    val throttle =
      BlockThrottle.here.getOrElse(throw new IllegalStateException("no control group limits block devices here"))
    val image = scope.folder.resolve(s"$name.img")
    val folder = scope.subfolder(name)
    val file = new RandomAccessFile(image.toFile, "rw")
    try file.setLength(bytes)
    finally file.close()
    // ext4's tables are written now: otherwise the kernel would write them in the background, during a measurement.
    run(
      "mkfs.ext4",
      "-q",
      "-F",
      "-m",
      "0",
      "-i",
      "65536",
      "-E",
      "lazy_itable_init=0,lazy_journal_init=0",
      image.toString
    )
    // Unmounting also removes the loop device.
    scope.undo(s"mount of $folder")(unmount(folder))
    run("mount", "-o", "loop,noatime", image.toString, folder.toString)
    val device = number(Device.id(folder))
    DirtyPages.limit(scope, device, dirtyLimitBytes)
    throttle.limit(scope, device, limits)
    folder
  }

  /** Limits the memory and page cache of processes started with [[commandPrefix]], all together, until the scope ends.
    * What was written a while ago must then be read from the device. A device must be mounted first.
    */
  def limitMemory(scope: RunScope, bytes: Long): Unit = BlockThrottle.here.foreach(_.limitMemory(scope, bytes))

  /** The prefix of a command that is to feel the limits. */
  def commandPrefix: Seq[String] = BlockThrottle.here.toSeq.flatMap(_.commandPrefix)

  private def unmount(folder: Path): Unit =
    if (Files.isDirectory(folder) && Device.id(folder) != Device.id(folder.getParent)) {
      // A process that has just ended may hold a file open for a moment: a lazy unmount removes the mount as soon as
      // the file is closed.
      try run("umount", folder.toString)
      catch { case _: IllegalStateException => run("umount", "-l", folder.toString) }
    }

  /** `major:minor` of st_dev, as glibc's gnu_dev_major and gnu_dev_minor compute them. */
  private[device] def number(id: Long): String = {
    val major = ((id >>> 8) & 0xfff) | ((id >>> 32) & ~0xfffL)
    val minor = (id & 0xff) | ((id >>> 12) & ~0xffL)
    s"$major:$minor"
  }

  private def isRoot: Boolean = Files.getAttribute(Paths.get("/proc/self"), "unix:uid").asInstanceOf[Int] == 0

  private def onPath(program: String): Boolean =
    sys.env
      .getOrElse("PATH", "")
      .split(File.pathSeparatorChar)
      .exists(folder => Files.isExecutable(Paths.get(folder).resolve(program)))

  private def run(command: String*): Unit = {
    val process = new ProcessBuilder(command.toArray: _*).redirectErrorStream(true).start()
    val text = new String(process.getInputStream.readAllBytes(), UTF_8).trim
    val exitCode = process.waitFor()
    if (exitCode != 0)
      throw new IllegalStateException(
        s"${command.head} ended with exit code $exitCode: ${text.linesIterator.take(2).mkString(" ")}"
      )
  }
}
