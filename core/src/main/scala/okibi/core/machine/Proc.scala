package okibi.core.machine

import java.io.IOException
import java.nio.charset.StandardCharsets.ISO_8859_1
import java.nio.file.{Files, Paths}

import scala.util.Try

/** Reads small files of Linux's /proc as lists of words. */
private[machine] object Proc {

  /** The words of each line; empty where the file does not exist or cannot be read. */
  def lines(name: String): Seq[Seq[String]] =
    try words(new String(Files.readAllBytes(Paths.get("/proc", name)), ISO_8859_1))
    catch { case _: IOException | _: SecurityException => Nil }

  def words(text: String): Seq[Seq[String]] = text.split('\n').toSeq.map(_.trim.split("\\s+").toSeq)

  /** The sizes in lines such as `Dirty: 12 kB`, by their names with the colon. */
  def bytes(lines: Seq[Seq[String]]): Map[String, Long] =
    lines.collect { case Seq(name, kilobytes, "kB") => counter(kilobytes, 1024).map(name -> _) }.flatten.toMap

  /** The number in a text, times `unit`. None for a text that is no number, for a negative number, and for a product
    * beyond 64 bits.
    */
  def counter(text: String, unit: Long = 1): Option[Long] =
    Try(text.toLong).toOption.filter(n => n >= 0 && n <= Long.MaxValue / unit).map(_ * unit)
}
