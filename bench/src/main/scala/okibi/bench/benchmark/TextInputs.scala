package okibi.bench.benchmark

import java.nio.file.{Files, Path, Paths}

import okibi.bench.data.text.{InputFiles, TextFiles}
import okibi.bench.protocol.JobRequest

/** The texts that a run reads.
  *
  * @param english  files and folders; empty for seeded text
  * @param japanese files and folders; empty for seeded text
  */
final case class TextInputs(english: Seq[String], japanese: Seq[String]) {
  def paths(language: String): Seq[String] = if (language == TextFiles.english) english else japanese

  def args(language: String): ujson.Obj =
    ujson.Obj("language" -> language, "inputs" -> ujson.Arr.from(paths(language).map(ujson.Str(_))))

  /** Description for the table. */
  def line(language: String): String = {
    val name = language.capitalize
    if (paths(language).isEmpty) s"$name: seeded text with the character statistics of the language"
    else s"$name: ${paths(language).mkString(", ")}"
  }
}

object TextInputs {

  /** Folder in which Debian's packages install manual pages in Japanese. */
  private val manuals = Paths.get("/usr/share/man/ja")

  /** The user's texts. Without Japanese texts, the manual pages in Japanese where they are installed.
    *
    * @throws okibi.bench.runner.UsageException for a path without text
    */
  def chosen(texts: BenchTexts): TextInputs = {
    val (english, japanese) = (texts.english.map(_.toString), texts.japanese.map(_.toString))
    if (english.nonEmpty) InputFiles.list(english)
    if (japanese.nonEmpty) InputFiles.list(japanese, "--japanese")
    TextInputs(english, if (japanese.nonEmpty) japanese else installedManuals.map(_.toString).toSeq)
  }

  def paths(request: JobRequest): Seq[String] = request.args("inputs").arr.map(_.str).toSeq

  /** The folder with the manual pages, if it has enough of them: without the package of Japanese pages, other packages
    * may have put a few pages there.
    */
  private def installedManuals: Option[Path] = {
    val pages = manuals.resolve("man1")
    if (Files.isDirectory(pages) && pages.toFile.list().length >= minPages) Some(manuals) else None
  }

  private val minPages = 100
}
