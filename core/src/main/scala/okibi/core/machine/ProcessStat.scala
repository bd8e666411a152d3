package okibi.core.machine

import java.io.IOException
import java.nio.charset.StandardCharsets.ISO_8859_1
import java.nio.file.{Files, Paths}

/** The processor time of a process and of the ended children that it has waited for, in the ticks of [[CpuTicks]].
  *
  * @param user   time outside the kernel
  * @param system time in the kernel
  */
final case class ProcessTicks(user: Long, system: Long) {
  def -(earlier: ProcessTicks): ProcessTicks = ProcessTicks(user - earlier.user, system - earlier.system)
}

/** /proc/PID/stat: proc(5). */
object ProcessStat {

  /** The processor time up to now; None when there is no such process or no /proc. */
  def ticks(pid: Long): Option[ProcessTicks] = read(pid).flatMap(parse)

  /** The part of the processor time outside the kernel. */
  def userTicks(pid: Long): Option[Long] = ticks(pid).map(_.user)

  /** The page faults of this process up to now that waited for a disk; None where there is no /proc. */
  def majorFaults(): Option[Long] = read(ProcessHandle.current().pid()).flatMap(majorFaults)

  private[machine] def majorFaults(text: String): Option[Long] = counter(text, 9)

  private[machine] def parse(text: String): Option[ProcessTicks] =
    for {
      user <- counter(text, 11)
      system <- counter(text, 12)
      childUser <- counter(text, 13)
      childSystem <- counter(text, 14)
    } yield ProcessTicks(user + childUser, system + childSystem)

  private def read(pid: Long): Option[String] =
    try Some(new String(Files.readAllBytes(Paths.get("/proc", pid.toString, "stat")), ISO_8859_1))
    catch { case _: IOException | _: SecurityException => None }

  /** Counts fields from the end of the command's name, which may contain brackets and blanks too. */
  private def counter(text: String, index: Int): Option[Long] =
    text.substring(text.lastIndexOf(')') + 1).trim.split("\\s+").lift(index).flatMap(Proc.counter(_))
}
