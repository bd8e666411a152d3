package okibi.bench.experiment.explain

import java.nio.file.{Files, Path}

import okibi.bench.machine.probe.MachineProfileJson
import okibi.bench.protocol.{JobRequest, JobResult, SubmittedJob}
import okibi.explain.Explanation

import org.apache.spark.SparkContext

/** An [[Application]], ill, cured or healthy, and what its event log says of it. Its seconds are the application's, as the log has them.
  *
  * Arguments: application, units. Metrics: `first.CODE` is 1 for the finding that came first, or for the note that was to be found where there is no finding; `findings` how many there
  * were, `predictedSeconds` what those that were to be found would gain, and `rank` the place of the first of them.
  */
object ExplainedJob extends SubmittedJob {

  /** Of the variant that is cured. */
  val cured = "bench.explain.cured"

  override def run(request: JobRequest): JobResult = {
    val application = ExplainBenchmark.named(request.args("application").str)
    val isCured = request.setting(cured).contains("true")
    val units = request.int("units")
    application.prepare(units, isCured, request.localDir)
    val logs = Files.createDirectories(request.localDir.resolve("events"))
    val conf = emptyConf
      .setMaster(application.master)
      .setAppName(s"okibi bench: ${application.name}")
      .set("spark.ui.enabled", "false")
      .set("spark.driver.host", "127.0.0.1")
      .set("spark.driver.bindAddress", "127.0.0.1")
      .set("spark.local.dir", request.localDir.toString)
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

  private def metrics(application: Application, explained: Explanation): Map[String, Double] = {
    val sought = Some(application).collect { case its: Ailment => its.rule }
    val rank = explained.findings.indexWhere(its => sought.contains(its.rule))
    // One cure for all stages of which the rule says the same.
    val predicted = explained.findings.filter(its => sought.contains(its.rule)).map(_.outcome.gain).sum / 1000.0
    val noted = explained.notes.find(its => sought.contains(its.rule))
    Map("findings" -> explained.findings.size.toDouble) ++ explained.findings.headOption
      .orElse(noted)
      .map(its => s"first.${its.rule.code}" -> 1.0) ++
      (if (rank >= 0) Seq("rank" -> (rank + 1.0), "predictedSeconds" -> predicted)
       else if (noted.isDefined) Seq("predictedSeconds" -> 0.0)
       else Nil)
  }

  private[explain] def only(folder: Path): Path = {
    val entries = Files.list(folder)
    try entries.findFirst().get()
    finally entries.close()
  }
}
