package okibi.bench.experiment.terasort

import java.nio.file.{Files, Path}

import okibi.bench.mapreduce.LinePasses
import okibi.bench.protocol.JobRequest

import org.apache.hadoop.fs.{Path => HadoopPath}

/** The steps that jobs on text have in common: lines are read, made Strings and split into words. Arguments: those of [[TextJob]]. */
private[terasort] abstract class TextTermsJob extends TermsJob {

  /** Rates of these steps, of one task's text. */
  protected final def lineTerms(request: JobRequest, text: Path): Map[String, Double] = {
    val conf = HadoopRequest.conf(request)
    val alone = new ProcessorCost(Nil)
    val bytes = Files.size(text).toDouble
    // First and whole, so that it costs what it costs in a task: as much of it before it is compiled.
    var found = LinePasses.Counted(0, 0, 0)
    val words = alone.seconds { found = LinePasses.hadoopWords(text) }
    val strings = alone.seconds { LinePasses.hadoopStrings(text); () } - alone.seconds {
      LinePasses.hadoopLines(text); ()
    }
    val local = alone.seconds { HdfsCost.read(conf, new HadoopPath(text.toUri), Long.MaxValue); () }
    val tracked = alone.seconds(new RecordTracking(conf, TextData.input(request)).input(found.lines))
    Map(
      "deserialize" -> rate(bytes, strings),
      "parse" -> rate(bytes, words - strings - local),
      "trackInput" -> rate(bytes, tracked),
      "hdfsRead" -> reading(request)
    )
  }

  /** MB that a second of one processor suffices for. */
  protected final def rate(bytes: Double, seconds: Double): Double =
    bytes / 1e6 / math.max(seconds, ProcessorCost.leastSeconds)

  private def reading(request: JobRequest): Double = {
    val conf = HadoopRequest.conf(request)
    val files = HdfsCost.files(conf, TextData.input(request))
    new ProcessorCost(HadoopRequest.servers(request)).rate(files.map(_._2).sum)(files.foreach { case (file, length) =>
      HdfsCost.read(conf, file, length)
    })
  }
}

/** The steps of a log's analysis, which hardly writes anything. */
object LogAnalysisTermsJob extends TextTermsJob {
  override protected def mapTerms(request: JobRequest): Map[String, Double] =
    lineTerms(request, TextData.local(request))
}
