package okibi.core.machine

/** The contents of files in memory.
  *
  * @param cachedBytes the page cache, tmpfs included
  * @param dirtyBytes  the part of the page cache that waits to be written
  */
final case class MemInfo(cachedBytes: Long, dirtyBytes: Long)

/** /proc/meminfo: proc(5). */
object MemInfo {

  /** The current values; None where there is no /proc. */
  def read(): Option[MemInfo] = parse(Proc.lines("meminfo"))

  /** The memory of the machine, whatever a container may use; None where there is no /proc. */
  def totalBytes(): Option[Long] = Proc.bytes(Proc.lines("meminfo")).get("MemTotal:")

  private[machine] def parse(lines: Seq[Seq[String]]): Option[MemInfo] = {
    val found = Proc.bytes(lines)
    for {
      cached <- found.get("Cached:")
      dirty <- found.get("Dirty:")
    } yield MemInfo(cached, dirty)
  }
}
