package okibi.bench.runner

import java.io.PrintWriter
import java.nio.file.Path

import scala.concurrent.duration.Duration

import okibi.report.TextTable

/** Experiments, one after the other. A campaign runs them, prints the table of each as soon as it is known, and ends
  * with the headlines.
  *
  * @param name       of the whole, as result.json has it
  * @param scale      name of the amount of work
  * @param context    what a reader must know of the figures
  * @param setUp      starts or mounts what the experiments need besides data, and tells the scope how to undo it.
  *                   Returns the given experiments with the places of what it started
  * @param prepare    makes what must exist before anything is measured: each variant runs once, untimed, in this order
  * @param notes      lines for the reader, printed before the tables
  * @param archiveJob main class of the job whose classes the children share, see [[SharedClasses]]. Required at every
  *                   scale but `tiny`
  */
final case class Campaign(
    name: String,
    scale: String,
    experiments: Seq[Experiment],
    context: () => RunContext,
    output: RunOutput,
    setUp: (RunScope, Seq[Experiment]) => Seq[Experiment] = (_, experiments) => experiments,
    prepare: Seq[Variant] = Nil,
    notes: Seq[String] = Nil,
    limits: RunLimits = RunLimits(),
    archiveJob: Option[String] = None
) {
  private val isJudged = scale != Campaign.unjudgedScale
  private val resultFile = output.folder.resolve("result.json")
  private val page = output.folder.resolve(ResultPage.name)

  /** @throws UsageException when no results can be written */
  def run(print: PrintWriter): CampaignOutcome = {
    output.create()
    val scope = new RunScope(output.folder)
    try {
      val ready = setUp(scope, experiments)
      val progress = Progress(s"okibi $name", prepare.size + ready.map(_.steps).sum, output.terminalColumns)
      try {
        val children = childLauncher(scope)
        val errors = prepare.flatMap(preparationError(children, progress, _))
        if (errors.isEmpty)
          measure(ready, new Rounds(children, progress, if (isJudged) limits.steadyWithin else Duration.Zero), print)
        else finish(Nil, errors, print)
      } finally progress.close()
    } finally scope.close()
  }

  private def childLauncher(scope: RunScope): ChildLauncher =
    if (!isJudged) new ChildLauncher(scope, output.logs, output.recordings, limits.patience, brief = true)
    else {
      val job = archiveJob.getOrElse(throw new IllegalStateException(s"$name: a judged campaign needs an archive job"))
      val shared = SharedClasses.of(
        Checkout.kept("classes"),
        new BuiltJars(Checkout.root).embedded(),
        job,
        classes => new ChildLauncher(scope, output.logs, shared = Some(classes))
      )
      new ChildLauncher(scope, output.logs, output.recordings, limits.patience, shared = Some(shared))
    }

  private def preparationError(children: ChildLauncher, progress: Progress, variant: Variant): Option[String] = {
    progress.begin(variant.name)
    val label = variant.name.replaceAll("[^A-Za-z0-9]+", "-")
    val error = children.run(variant, label).left.toOption.map(reason => s"${variant.name}: $reason")
    progress.end(error.getOrElse("done"))
    error
  }

  private def measure(ready: Seq[Experiment], rounds: Rounds, print: PrintWriter): CampaignOutcome = {
    notes.foreach(print.println)
    val results = ready.foldLeft(Seq.empty[ExperimentResult]) { (before, experiment) =>
      val rows = rounds.run(experiment)
      val all = before :+ ExperimentResult(experiment, rows, headlines(experiment, rows))
      write(all)
      show(experiment, rows, print)
      all
    }
    print.println(s"\n${context().line}\nresults: $resultFile\npage: $page\n")
    finish(results.flatMap(_.headlines), results.flatMap(_.errors), print).copy(page = Some(page))
  }

  private def headlines(experiment: Experiment, rows: Seq[ResultRow]): Seq[Headline] =
    if (isJudged) Noise.judged(experiment.report.headlines, rows) else experiment.report.headlines(rows)

  private def show(experiment: Experiment, rows: Seq[ResultRow], print: PrintWriter): Unit = {
    val report = experiment.report
    val table = TextTable(ResultTable.grid(experiment, rows))
    val texts = Seq(experiment.about, table) ++ report.says(rows) ++ report.details(rows)
    texts.foreach(text => print.println(s"\n$text"))
    print.flush()
  }

  private def finish(headlines: Seq[Headline], errors: Seq[String], print: PrintWriter): CampaignOutcome = {
    errors.foreach(error => print.println(s"error: $error"))
    headlines.foreach(headline => print.println(headline.line))
    print.flush()
    CampaignOutcome(headlines, errors)
  }

  private def write(results: Seq[ExperimentResult]): Unit = {
    val now = context()
    ResultFile.write(resultFile, name, scale, now, results.flatMap(_.rows), results.flatMap(_.headlines))
    ResultPage.write(page, ResultPage.page(name, scale, now, results))
  }
}

object Campaign {

  /** The scale whose figures mean nothing. Its campaigns do not repeat rounds until the figures are steady. */
  private val unjudgedScale = "tiny"
}

/** The result of a campaign.
  *
  * @param errors one line each; none when every variant ran and gave the same answer
  * @param page   the page with tables and charts; none when nothing was measured
  */
final case class CampaignOutcome(headlines: Seq[Headline], errors: Seq[String], page: Option[Path] = None) {
  def exitCode: Int = if (errors.isEmpty) 0 else 1
}
