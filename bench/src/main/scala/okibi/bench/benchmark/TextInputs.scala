package okibi.bench.benchmark

import java.nio.file.{Files, Path, Paths}

import okibi.bench.data.text.{InputFiles, TextFiles}
import okibi.bench.protocol.JobRequest

/** The texts that a run measures with, and what to say of them.
  *
  * @param english  files and folders; empty for seeded text
  * @param japanese the same
  */
final case class TextInputs(english: Seq[String], japanese: Seq[String]) {
  def of(language: String): Seq[String] = if (language == TextFiles.english) english else japanese

  def args(language: String): ujson.Obj =
    ujson.Obj("language" -> language, "inputs" -> ujson.Arr.from(of(language).map(ujson.Str(_))))

  /** For the table. */
  def line(language: String): String = {
    val name = language.capitalize
    if (of(language).isEmpty) s"$name: seeded text with the statistics of its characters"
    else s"$name: ${of(language).mkString(", ")}"
  }
}

object TextInputs {

  /** Where Debian's packages keep manual pages in Japanese. */
  private val manuals = Paths.get("/usr/share/man/ja")

  /** The user's choice; for Japanese, without one, manual pages where they are installed.
    *
    * @throws okibi.bench.runner.UsageException for a path without text
    */
  def chosen(options: BenchOptions): TextInputs = {
    if (options.input.nonEmpty) InputFiles.list(options.input.map(_.toString))
    if (options.japanese.nonEmpty) InputFiles.list(options.japanese.map(_.toString), "--japanese")
    TextInputs(
      options.input.map(_.toString),
      if (options.japanese.nonEmpty) options.japanese.map(_.toString) else installed.map(_.toString).toSeq
    )
  }

  def of(request: JobRequest): Seq[String] = request.args("inputs").arr.map(_.str).toSeq

  /** A page that every package of manual pages in Japanese has company of: the folder alone may be another package's, nearly empty. */
  private def installed: Option[Path] = {
    val pages = manuals.resolve("man1")
    if (Files.isDirectory(pages) && pages.toFile.list().length >= leastPages) Some(manuals) else None
  }

  private val leastPages = 100
}
