package okibi.bench.experiment.explain

import java.nio.file.{Files, Path}

import okibi.bench.machine.probe.MachineProfileJson
import okibi.bench.protocol.{JobRequest, JobResult, SubmittedJob}
import okibi.bench.workload.EmbeddedSpark
import okibi.explain.diagnosis.Explanation

import org.apache.spark.SparkContext

/** Runs an [[ExplainedApplication]] and explains its event log. The seconds are the application's, from the log.
  *
  * Arguments: application, units. Metrics: `first.CODE`, 1 for the first finding, or for the expected note when there
  * is no finding; `findings`, the number of findings; `predictedSeconds`, the gain that the expected findings predict;
  * `rank`, the place of the first expected finding.
  */
object ExplainedJob extends SubmittedJob {

  /** The setting of the variant with the cure. */
  val curedKey = "bench.explain.cured"

  override def run(request: JobRequest): JobResult = {
    val application = ExplainBenchmark.application(request.args("application").str)
    val isCured = request.setting(curedKey).contains("true")
    val units = request.int("units")
    application.prepare(units, isCured, request.localDir)
    val logs = Files.createDirectories(request.localDir.resolve("events"))
    val conf = EmbeddedSpark
      .configure(emptyConf, application.name, application.master, request.localDir)
      .set("spark.eventLog.enabled", "true")
      .set("spark.eventLog.dir", logs.toUri.toString)
      .set("spark.eventLog.logBlockUpdates.enabled", "true")
      .setAll(request.conf)
    val sc = new SparkContext(conf)
    val answer =
      try application.run(sc, units, isCured, request.localDir)
      finally sc.stop()
    val explained = Explanation.of(only(logs).toString, _ => MachineProfileJson.read(MachineProfileJson.file))
    JobResult(explained.facts.elapsedMs / 1000.0, ujson.Num(answer), metrics(application, explained))
  }

  private def metrics(application: ExplainedApplication, explained: Explanation): Map[String, Double] = {
    val expected = Some(application).collect { case ailment: Ailment => ailment.rule }
    val rank = explained.findings.indexWhere(finding => expected.contains(finding.rule))
    // The cure is the same for all stages that the rule finds.
    val predictedSeconds =
      explained.findings.filter(finding => expected.contains(finding.rule)).map(_.prediction.gainMs).sum / 1000.0
    val note = explained.notes.find(note => expected.contains(note.rule))
    Map("findings" -> explained.findings.size.toDouble) ++ explained.findings.headOption
      .orElse(note)
      .map(first => s"first.${first.rule.code}" -> 1.0) ++
      (if (rank >= 0) Seq("rank" -> (rank + 1.0), "predictedSeconds" -> predictedSeconds)
       else if (note.isDefined) Seq("predictedSeconds" -> 0.0)
       else Nil)
  }

  /** The only entry of a folder. */
  private[explain] def only(folder: Path): Path = {
    val entries = Files.list(folder)
    try entries.findFirst().get()
    finally entries.close()
  }
}
