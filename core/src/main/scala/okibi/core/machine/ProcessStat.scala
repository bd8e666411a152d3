package okibi.core.machine

import java.io.IOException
import java.nio.charset.StandardCharsets.ISO_8859_1
import java.nio.file.{Files, Paths}

/** /proc/PID/stat: proc(5). */
object ProcessStat {

  /** Processor time that a process and the children that it has waited for spent in programs, not in the kernel, in the ticks of
    * [[CpuTimes]]; None when there is no such process or no /proc.
    */
  def userTicks(pid: Long): Option[Long] =
    try parse(new String(Files.readAllBytes(Paths.get("/proc", pid.toString, "stat")), ISO_8859_1))
    catch { case _: IOException | _: SecurityException => None }

  /** Counted from behind the command's name, which may hold anything, brackets and blanks too. */
  private[machine] def parse(text: String): Option[Long] = {
    val fields = text.substring(text.lastIndexOf(')') + 1).trim.split("\\s+").toSeq
    for {
      own <- fields.lift(11).flatMap(Proc.counter(_))
      children <- fields.lift(13).flatMap(Proc.counter(_))
    } yield own + children
  }
}
