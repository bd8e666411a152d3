package okibi.core.machine

/** What the kernel counts for this process: /proc/self/status, proc(5). */
object ProcessMemory {

  /** The memory that is no page of a file: heap, stacks, buffers, code; None where there is no /proc. */
  def anonymousBytes(): Option[Long] = anonymousBytes(Proc.lines("self/status"))

  private[machine] def anonymousBytes(status: Seq[Seq[String]]): Option[Long] = Proc.bytes(status).get("RssAnon:")

  /** The pages of mapped files in memory, those on tmpfs included; None where there is no /proc. */
  def residentFileBytes(): Option[Long] = residentFileBytes(Proc.lines("self/status"))

  private[machine] def residentFileBytes(status: Seq[Seq[String]]): Option[Long] = {
    val found = Proc.bytes(status)
    val counted = Seq("RssFile:", "RssShmem:").flatMap(found.get)
    if (counted.isEmpty) None else Some(counted.sum)
  }
}
