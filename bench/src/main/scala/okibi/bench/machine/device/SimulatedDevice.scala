package okibi.bench.machine.device

import java.io.{File, RandomAccessFile}
import java.nio.charset.StandardCharsets.UTF_8
import java.nio.file.{Files, Path, Paths}

import okibi.bench.runner.RunScope

/** A slow device for people who have none to spare: a file mounted as a disk, whose rate the kernel's own block throttle limits for
  * the processes of a control group and for the page cache's writeback. Linux, as root.
  *
  * The page cache may hold little that is still to be written, so that writers soon wait for the device, as they do on a real one when
  * there is more to write than memory. A synchronous mount would make them wait as well, but for each write by itself: those of
  * 8 KiB, Spark's own, reached 1.3 MB/s of 50, since the cache could not join them as it does for any disk.
  */
object SimulatedDevice {
  private val programs = Seq("mkfs.ext4", "mount", "umount", "sh")
  private val loopControl = Paths.get("/dev/loop-control")
  private val dirtyBytes = 16L << 20

  /** Why there can be none here, if so. */
  def missing: Option[String] =
    if (System.getProperty("os.name") != "Linux") Some("needs Linux")
    else if (!isRoot) Some("needs root: it mounts a file and makes a control group")
    else
      programs
        .find(!onPath(_))
        .map(program => s"needs $program on the PATH")
        .orElse(if (Files.exists(loopControl)) None else Some(s"needs loop devices; there is no $loopControl"))
        .orElse(
          if (BlockThrottle.here.isEmpty)
            Some("needs control groups that limit block devices: blkio of version 1, or io and memory of version 2")
          else if (!DirtyPages.canLimit)
            Some("needs Linux 6.2 or later, which can limit how much is still to be written to a device")
          else None
        )

  /** Makes and mounts a device until the scope ends. What is to feel its limits must be started by [[launcher]].
    *
    * @param name  of the folder it is mounted on, unique within the scope
    * @param bytes of the file; it takes room as it is filled
    * @return the folder
    * @throws IllegalStateException when a program fails, with what it said
    */
  def mount(scope: RunScope, name: String, bytes: Long, limits: DeviceLimits): Path = {
    val throttle =
      BlockThrottle.here.getOrElse(throw new IllegalStateException("no control group limits block devices here"))
    val image = scope.folder.resolve(s"$name.img")
    val folder = scope.subfolder(name)
    val file = new RandomAccessFile(image.toFile, "rw")
    try file.setLength(bytes)
    finally file.close()
    // Tables are written now: later the kernel would do it in the background, as part of somebody's measurement.
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
    // The loop device goes with the mount.
    scope.undo(s"mount of $folder")(unmount(folder))
    run("mount", "-o", "loop,noatime", image.toString, folder.toString)
    val device = number(Device.id(folder))
    DirtyPages.limit(scope, device, dirtyBytes)
    throttle.limit(scope, device, limits)
    folder
  }

  /** Limits what processes started by [[launcher]] may have of memory and page cache together, until the scope ends: what was written a
    * while ago must then be read from the device. A device must be mounted first.
    */
  def limitMemory(scope: RunScope, bytes: Long): Unit = BlockThrottle.here.foreach(_.limitMemory(scope, bytes))

  /** What goes before the command of a process that is to feel the limits. */
  def launcher: Seq[String] = BlockThrottle.here.toSeq.flatMap(_.launcher)

  private def unmount(folder: Path): Unit =
    if (Files.isDirectory(folder) && Device.id(folder) != Device.id(folder.getParent)) {
      // A process that has just ended may hold a file for a moment: then the mount goes as soon as it does not.
      try run("umount", folder.toString)
      catch { case _: IllegalStateException => run("umount", "-l", folder.toString) }
    }

  /** `major:minor` of st_dev, as glibc's gnu_dev_major and gnu_dev_minor take it apart. */
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
