package okibi.core.machine

/** What memory holds of files, in bytes.
  *
  * @param cachedBytes    the page cache, tmpfs included
  * @param dirtyBytes     the part of it that waits to be written
  * @param availableBytes what programs could still have without swapping, for which the page cache gives way
  */
final case class MemInfo(cachedBytes: Long, dirtyBytes: Long, availableBytes: Long)

/** /proc/meminfo: proc(5). */
object MemInfo {

  /** The memory of this moment; None where there is no /proc. */
  def read(): Option[MemInfo] = parse(Proc.lines("meminfo"))

  private[machine] def parse(lines: Seq[Seq[String]]): Option[MemInfo] = {
    val bytes =
      lines.collect { case Seq(name, kilobytes, "kB") => Proc.counter(kilobytes, 1024).map(name -> _) }.flatten.toMap
    for {
      cached <- bytes.get("Cached:")
      dirty <- bytes.get("Dirty:")
      available <- bytes.get("MemAvailable:")
    } yield MemInfo(cached, dirty, available)
  }
}
