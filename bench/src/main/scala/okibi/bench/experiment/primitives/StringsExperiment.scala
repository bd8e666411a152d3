package okibi.bench.experiment.primitives

import java.nio.charset.StandardCharsets.{US_ASCII, UTF_8}

import okibi.bench.data.text.TextFiles
import okibi.bench.runner.{Experiment, ExperimentReport, ResultRow}
import okibi.report.{BarChart, Chart, Series}

/** Figure 13: strings to bytes and back. */
private[primitives] object StringsExperiment {
  private val ascii = "ASCII"
  private val utf8 = "UTF-8 of ASCII"
  private val japanese = "UTF-8 of Japanese"

  /** MB/s of the paper, from its text. UTF-8 is the middle of "1.0 to 1.5 GB/s"; decoding ASCII took twice as long as
    * UTF-8.
    */
  private val paperEncode = Map(ascii -> 1500.0, utf8 -> 1250.0, japanese -> 230.0)
  private val paperDecode = Map(ascii -> 625.0, utf8 -> 1250.0, japanese -> 230.0)

  def apply(plan: PrimitivesPlan): Experiment = {
    def variant(name: String, charset: String, language: String) = plan.variant(
      name,
      StringsJob,
      plan.scale.timings.others,
      ujson.Obj.from(
        plan.texts.args(language).value.toSeq ++ Seq(
          "bytes" -> ujson.Num(plan.scale.stringBytes.toDouble),
          "charset" -> ujson.Str(charset)
        )
      )
    )
    Experiment(
      name = PrimitivesBenchmark.strings,
      about = s"strings of at most 256 bytes encoded and decoded, ${plan.scale.stringBytes >> 10} KiB repeatedly. " +
        s"${plan.texts.line(TextFiles.english)}. ${plan.texts.line(TextFiles.japanese)}; ${plan.line}",
      variants = Seq(
        variant(ascii, US_ASCII.name, TextFiles.english),
        variant(utf8, UTF_8.name, TextFiles.english),
        variant(japanese, UTF_8.name, TextFiles.japanese)
      ),
      runs = plan.runs,
      report = ExperimentReport(
        columns = columns("encode", paperEncode) ++ columns("decode", paperDecode),
        charts = rows => Seq(chart(rows)),
        says = says
      )
    )
  }

  private def says(rows: Seq[ResultRow]): Option[String] =
    for {
      row <- rows.find(_.variant.name == japanese)
      encode <- PrimitiveMetrics.multiple(row, rows, utf8, "encode")
      decode <- PrimitiveMetrics.multiple(row, rows, utf8, "decode")
      paper = paperEncode(japanese) / paperEncode(utf8)
    } yield f"Japanese text is encoded at $encode%.2f and decoded at $decode%.2f of the speed of ASCII text, both as " +
      "UTF-8; in " +
      f"the paper at $paper%.2f."

  private def columns(direction: String, paper: Map[String, Double]) =
    Seq(PrimitiveMetrics.rate(s"$direction MB/s", direction), PrimitiveMetrics.memory(direction)) ++
      PrimitiveMetrics.multiples(utf8, direction, paper)

  private def chart(rows: Seq[ResultRow]): Chart =
    BarChart(
      "Strings (figure 13)",
      "MB/s",
      rows.map(_.variant.name),
      Seq("encode", "decode").map(way => Series(way, rows.map(PrimitiveMetrics.mbPerSecond(_, way))))
    )
}
