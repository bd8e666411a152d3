package okibi.bench.machine

import java.nio.charset.StandardCharsets.UTF_8
import java.nio.file.{Files, Path, StandardOpenOption}

import scala.io.Source
import scala.util.{Try, Using}

/** What limits of devices and of memory share: the kernel's control groups as files. */
object ControlGroups {

  /** The words of each line of the kernel's table of mounts; nothing where there is no such table. */
  def mounts: Seq[Array[String]] =
    Try(Using.resource(Source.fromFile("/proc/self/mounts"))(_.getLines().map(_.split(' ')).toList)).getOrElse(Nil)

  /** Writes a line to a file of a group. */
  def put(file: Path, text: String): Unit = {
    Files.write(file, s"$text\n".getBytes(UTF_8), StandardOpenOption.WRITE)
    ()
  }

  /** The prefix of a command that runs inside a group.
    *
    * @param first what the shell does before; it has the group as `$0`
    */
  def join(group: Path, first: String = ""): Seq[String] =
    Seq("sh", "-c", s"""$first echo $$$$ > "$$0/cgroup.procs" && exec "$$@"""", group.toString)
}
