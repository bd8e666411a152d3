package okibi.bench.machine.memory

import java.nio.file.{Files, Path, Paths}

import okibi.bench.machine.ControlGroups
import okibi.bench.machine.ControlGroups.put
import okibi.bench.runner.{RunScope, UsageException}

/** Limits of memory for processes and their children, as a container has them: heap, other memory and page cache
  * together, by control groups of the kernel.
  */
object MemoryLimit {

  /** Makes a group that lives as long as the scope.
    *
    * @param name  of the group, beside those of other processes
    * @param bytes the limit
    * @return the prefix of a command that runs in the group, and begins without a page cache
    * @throws UsageException where this user may make no such group
    */
  def group(scope: RunScope, name: String, bytes: Long): Seq[String] = {
    val hierarchy = here.getOrElse(
      throw new UsageException(
        "This experiment limits memory by a control group of the kernel, and this user may make none here. " +
          "Run it as root, outside a container or in one with --privileged."
      )
    )
    hierarchy.enable()
    val group = hierarchy.root.resolve(s"okibi-${ProcessHandle.current.pid}-$name")
    Files.createDirectory(group)
    scope.undo(s"control group $group")(Files.deleteIfExists(group))
    put(group.resolve(hierarchy.limitFile), bytes.toString)
    // Gives back the pages of earlier processes of the group, and those of the files that will be read.
    ControlGroups.join(
      group,
      s"""echo ${hierarchy.reclaimed} > "$$0/${hierarchy.reclaimFile}" 2>/dev/null;""" +
        s" $dropCaches"
    )
  }

  /** The prefix of a command that begins without a page cache, in whatever group. */
  def coldStart: Seq[String] = Seq("sh", "-c", s"""$dropCaches exec "$$@"""", "sh")

  private val dropCaches = "echo 3 > /proc/sys/vm/drop_caches 2>/dev/null;"

  /** The folder of the control groups that limit memory; none where this user may make none. */
  private[memory] def root: Option[Path] = here.map(_.root)

  /** @param limitFile   holds the limit
    * @param reclaimFile gives pages back when `reclaimed` is written to it
    */
  private sealed abstract class Hierarchy(
      val root: Path,
      val limitFile: String,
      val reclaimFile: String,
      val reclaimed: String
  ) {

    /** Lets groups have a limit. */
    def enable(): Unit
  }

  /** https://docs.kernel.org/admin-guide/cgroup-v1/memory.html */
  private final class Version1(root: Path) extends Hierarchy(root, "memory.limit_in_bytes", "memory.force_empty", "0") {
    override def enable(): Unit = ()
  }

  /** https://docs.kernel.org/admin-guide/cgroup-v2.html#memory */
  private final class Version2(root: Path) extends Hierarchy(root, "memory.max", "memory.reclaim", "1T") {
    override def enable(): Unit = put(root.resolve("cgroup.subtree_control"), "+memory")
  }

  private def here: Option[Hierarchy] = {
    ControlGroups.mounts.collectFirst {
      case Array(_, folder, "cgroup", options, _*)
          if options.split(',').contains("memory") && Files.isWritable(Paths.get(folder)) =>
        new Version1(Paths.get(folder))
      case Array(_, folder, "cgroup2", _*)
          if Files.isWritable(Paths.get(folder).resolve("cgroup.subtree_control")) &&
            Files.exists(Paths.get(folder).resolve("memory.stat")) =>
        new Version2(Paths.get(folder))
    }
  }
}
