package okibi.bench.experiment.primitives

import java.nio.charset.StandardCharsets.{US_ASCII, UTF_8}

import okibi.bench.data.text.TextFiles
import okibi.bench.runner.{Experiment, Row}
import okibi.report.{Bars, Chart, Series}

/** Figure 13: strings to bytes and back. */
private[primitives] object StringsExperiment {
  private val ascii = "ASCII"
  private val utf8 = "UTF-8 of ASCII"
  private val japanese = "UTF-8 of Japanese"

  /** MB/s of the paper, as its text gives them: of UTF-8, the middle of "1.0 to 1.5 GB/s"; decoding ASCII took twice as long as UTF-8. */
  private val paperEncode = Map(ascii -> 1500.0, utf8 -> 1250.0, japanese -> 230.0)
  private val paperDecode = Map(ascii -> 625.0, utf8 -> 1250.0, japanese -> 230.0)

  def apply(plan: PrimitivesPlan): Experiment = {
    def variant(name: String, charset: String, language: String) = plan.variant(
      name,
      StringsJob,
      plan.scale.timing,
      ujson.Obj.from(
        plan.texts.args(language).value.toSeq ++ Seq(
          "bytes" -> ujson.Num(plan.scale.stringBytes.toDouble),
          "charset" -> ujson.Str(charset)
        )
      )
    )
    Experiment(
      name = PrimitivesBenchmark.strings,
      about =
        s"strings of at most 256 bytes encoded and decoded, ${plan.scale.stringBytes >> 10} KiB over and over. ${plan.texts.line(TextFiles.english)}. " +
          s"${plan.texts.line(TextFiles.japanese)}; ${plan.line}",
      variants = Seq(
        variant(ascii, US_ASCII.name, TextFiles.english),
        variant(utf8, UTF_8.name, TextFiles.english),
        variant(japanese, UTF_8.name, TextFiles.japanese)
      ),
      runs = plan.runs,
      columns = side("encode", paperEncode) ++ side("decode", paperDecode),
      headlines = _ => Nil,
      charts = rows => Seq(chart(rows)),
      says = rows =>
        for {
          foreign <- rows.find(_.variant.name == japanese)
          encode <- Figures.times(foreign, rows, utf8, "encode")
          decode <- Figures.times(foreign, rows, utf8, "decode")
        } yield f"Japanese text is encoded at $encode%.2f and decoded at $decode%.2f of the speed of ASCII text, both as UTF-8; the paper's came to ${paperEncode(japanese) / paperEncode(utf8)}%.2f."
    )
  }

  private def side(way: String, paper: Map[String, Double]) =
    Seq(Figures.rate(s"$way MB/s", way), Figures.memory(way)) ++ Figures.beside(utf8, way, paper)

  private def chart(rows: Seq[Row]): Chart =
    Bars(
      "Strings (figure 13)",
      "MB/s",
      rows.map(_.variant.name),
      Seq("encode", "decode").map(way => Series(way, rows.map(Figures.mbPerSecond(_, way))))
    )
}
