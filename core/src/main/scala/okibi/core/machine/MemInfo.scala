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

  private[machine] def parse(lines: Seq[Seq[String]]): Option[MemInfo] = {
    val bytes =
      lines.collect { case Seq(name, kilobytes, "kB") => Proc.counter(kilobytes, 1024).map(name -> _) }.flatten.toMap
    for {
      cached <- bytes.get("Cached:")
      dirty <- bytes.get("Dirty:")
    } yield MemInfo(cached, dirty)
  }
}
