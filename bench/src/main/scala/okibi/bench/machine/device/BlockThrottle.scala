package okibi.bench.machine.device

import java.nio.charset.StandardCharsets.UTF_8
import java.nio.file.{Files, Path, Paths}

import scala.util.Try

import okibi.bench.machine.ControlGroups
import okibi.bench.machine.ControlGroups.{join, put}
import okibi.bench.runner.RunScope

/** A control group of the kernel whose processes use some block devices at a limited rate, and may have a limited
  * amount of memory. There is one group for this JVM and its children. It is made when the first device is limited.
  */
private[device] sealed abstract class BlockThrottle(root: Path) {
  protected val name: String = s"okibi-${ProcessHandle.current.pid}"
  protected val group: Path = root.resolve(name)

  /** Limits a device, given as `major:minor`, until the scope ends. */
  def limit(scope: RunScope, device: String, limits: DeviceLimits): Unit = {
    if (!Files.isDirectory(group)) enable(scope)
    make(scope, group)
    rules(device, limits).foreach { case (file, rule) => put(group.resolve(file), rule) }
    limitWriteback(scope, device, limits)
  }

  /** Limits the memory of the group, including its page cache, until the scope ends. A device must be limited first. */
  def limitMemory(scope: RunScope, bytes: Long): Unit

  /** The prefix of a command that runs inside the group. */
  def commandPrefix: Seq[String] = join(group)

  protected final def make(scope: RunScope, group: Path): Unit = if (!Files.isDirectory(group)) {
    scope.undo(s"control group $group")(Files.deleteIfExists(group))
    Files.createDirectory(group)
  }

  protected def rules(device: String, limits: DeviceLimits): Seq[(String, String)]
  protected def enable(scope: RunScope): Unit

  /** Limits what the kernel's own threads write from the page cache, where the kernel charges it to these threads. */
  protected def limitWriteback(scope: RunScope, device: String, limits: DeviceLimits): Unit
}

private[device] object BlockThrottle {

  /** The hierarchy of this kernel that can limit block devices and that this user can write to. */
  lazy val here: Option[BlockThrottle] = hierarchies.find(throttle => Files.isWritable(throttle.group.getParent))

  private def hierarchies: Seq[BlockThrottle] = {
    val mounts = ControlGroups.mounts
    val memory = mounts.collectFirst {
      case Array(_, folder, "cgroup", options, _*) if options.split(',').contains("memory") => Paths.get(folder)
    }
    // A container may see only a part of the hierarchy, without the kernel's own threads. The root of the hierarchy has
    // this file.
    val first = mounts.collect {
      case Array(_, folder, "cgroup", options, _*)
          if options.split(',').contains("blkio") && Files.exists(Paths.get(folder).resolve("release_agent")) =>
        new Version1(Paths.get(folder), memory)
    }
    val second = mounts.collect {
      case Array(_, folder, "cgroup2", _*)
          if Seq("io", "memory")
            .forall(has(Paths.get(folder).resolve("cgroup.controllers"), _)) && takesBoth(Paths.get(folder)) =>
        new Version2(Paths.get(folder))
    }
    first ++ second
  }

  /** Whether a group of version 2 may have both processes and limited groups. Only the root may, which has no type, or
    * a group whose subgroups have limits already.
    */
  private def takesBoth(group: Path): Boolean =
    !Files.exists(group.resolve("cgroup.type")) || Seq("io", "memory").forall(
      has(group.resolve("cgroup.subtree_control"), _)
    )

  private def has(file: Path, word: String): Boolean =
    Try(new String(Files.readAllBytes(file), UTF_8).trim.split(' ').contains(word)).getOrElse(false)

  /** https://docs.kernel.org/admin-guide/cgroup-v1/blkio-controller.html */
  private final class Version1(root: Path, memory: Option[Path]) extends BlockThrottle(root) {
    private val memoryGroup = memory.map(_.resolve(name))

    override def limitMemory(scope: RunScope, bytes: Long): Unit = memoryGroup.foreach { group =>
      make(scope, group)
      put(group.resolve("memory.limit_in_bytes"), bytes.toString)
    }

    override def commandPrefix: Seq[String] =
      super.commandPrefix ++ memoryGroup.filter(Files.isDirectory(_)).toSeq.flatMap(join(_))

    override protected def rules(device: String, limits: DeviceLimits): Seq[(String, String)] =
      for (
        way <- Seq("read", "write");
        (unit, most) <- Seq("bps" -> limits.bytesPerSecond, "iops" -> limits.operationsPerSecond)
      )
        yield s"blkio.throttle.${way}_${unit}_device" -> s"$device $most"

    override protected def enable(scope: RunScope): Unit = ()

    /** The kernel's threads are in the root group. The root group gets the limit of this device, and of no other. */
    override protected def limitWriteback(scope: RunScope, device: String, limits: DeviceLimits): Unit = {
      def limitRoot(limits: DeviceLimits): Unit = rules(device, limits).foreach { case (file, rule) =>
        put(root.resolve(file), rule)
      }
      scope.undo(s"limit of $device for all processes")(limitRoot(DeviceLimits.none))
      limitRoot(limits)
    }
  }

  /** https://docs.kernel.org/admin-guide/cgroup-v2.html#io */
  private final class Version2(root: Path) extends BlockThrottle(root) {
    override protected def rules(device: String, limits: DeviceLimits): Seq[(String, String)] = {
      val (bytes, operations) = (limits.bytesPerSecond, limits.operationsPerSecond)
      Seq("io.max" -> s"$device rbps=$bytes wbps=$bytes riops=$operations wiops=$operations")
    }

    override def limitMemory(scope: RunScope, bytes: Long): Unit = put(group.resolve("memory.max"), bytes.toString)

    /** The memory controller lets the kernel charge written pages to the group that owns them. */
    override protected def enable(scope: RunScope): Unit = {
      val control = root.resolve("cgroup.subtree_control")
      Seq("io", "memory").filterNot(has(control, _)).foreach { controller =>
        scope.undo(s"$controller controller of control groups")(put(control, s"-$controller"))
        put(control, s"+$controller")
      }
    }

    override protected def limitWriteback(scope: RunScope, device: String, limits: DeviceLimits): Unit = ()
  }
}
