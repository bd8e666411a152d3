package okibi.bench.experiment.terasort

import java.nio.file.{Files, Path}

import okibi.bench.mapreduce.LinePasses
import okibi.bench.protocol.JobRequest

import org.apache.hadoop.fs.{Path => HadoopPath}

/** The common steps of jobs on text: lines are read, made Strings and split into words. Arguments: those of
  * [[TextJob]].
  */
private[terasort] abstract class TextTermsJob extends TermsJob {

  /** Rates of these steps, for one task's text. */
  protected final def lineTerms(request: JobRequest, text: Path): Map[String, Double] = {
    val conf = HadoopRequest.conf(request)
    val cost = new ProcessorCost(Nil)
    val bytes = Files.size(text).toDouble
    // The first step, with the whole text, so that it costs as much as in a task: it runs as long before its code is
    // compiled.
    var counts = LinePasses.Counts(0, 0, 0)
    val words = cost.seconds { counts = LinePasses.hadoopWords(text) }
    val strings = cost.seconds { LinePasses.hadoopStrings(text); () } - cost.seconds {
      LinePasses.hadoopLines(text); ()
    }
    val local = cost.seconds { HdfsCost.read(conf, new HadoopPath(text.toUri), Long.MaxValue); () }
    val tracked = cost.seconds(new RecordTracking(conf, TextData.input(request)).input(counts.lines))
    Map(
      "deserialize" -> rate(bytes, strings),
      "parse" -> rate(bytes, words - strings - local),
      "trackInput" -> rate(bytes, tracked),
      "hdfsRead" -> reading(request)
    )
  }

  /** MB for each second of one processor. */
  protected final def rate(bytes: Double, seconds: Double): Double =
    bytes / 1e6 / math.max(seconds, ProcessorCost.minSeconds)

  private def reading(request: JobRequest): Double = {
    val conf = HadoopRequest.conf(request)
    val files = HdfsCost.files(conf, TextData.input(request))
    new ProcessorCost(HadoopRequest.servers(request)).rate(files.map(_._2).sum)(files.foreach { case (file, length) =>
      HdfsCost.read(conf, file, length)
    })
  }
}

/** The steps of the log analysis, which hardly writes anything. */
object LogAnalysisTermsJob extends TextTermsJob {
  override protected def mapTerms(request: JobRequest): Map[String, Double] =
    lineTerms(request, TextData.local(request))
}
