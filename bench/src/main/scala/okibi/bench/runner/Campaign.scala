package okibi.bench.runner

import java.io.{IOException, PrintWriter}
import java.nio.file.{AccessDeniedException, Files, Path}

import scala.concurrent.duration.{Duration, DurationInt, FiniteDuration}

import okibi.report.TextTable

/** Experiments one after the other: runs them, prints the table of each as soon as it is known, and ends with the headlines.
  *
  * @param name         of the whole, as result.json calls it
  * @param scale        how much work that is, by name
  * @param setUp        starts or mounts what the experiments need besides data, tells the scope how to undo it, and gives the
  *                     experiments to run: those it was given, told where to find it all
  * @param prepare      what must be there before anything is measured: it runs once, untimed, in the order given
  * @param context      what the figures must be read with
  * @param notes        lines for the reader, printed before the tables
  * @param out          folder of result.json, the page and the logs
  * @param recordings   folder for a Flight Recorder file of each child, if wanted
  * @param columns      width of the terminal for a progress bar; 0 when there is none
  * @param patience     of [[ChildJvm]]
  * @param steadyWithin how long after an experiment's first round another may begin, see [[Steadiness]]
  * @param archiveJob   main class of the job whose classes children share, see [[SharedClasses]]; a scale whose figures mean nothing needs none
  */
final case class Campaign(
    name: String,
    scale: String,
    experiments: Seq[Experiment],
    context: () => RunContext,
    out: Path,
    columns: Int,
    setUp: (RunScope, Seq[Experiment]) => Seq[Experiment] = (_, experiments) => experiments,
    prepare: Seq[Variant] = Nil,
    notes: Seq[String] = Nil,
    recordings: Option[Path] = None,
    patience: FiniteDuration = ChildJvm.patience,
    steadyWithin: FiniteDuration = 5.minutes,
    archiveJob: Option[String] = None
) {

  private val isJudged = scale != Campaign.unjudged
  private val file = out.resolve("result.json")
  private val page = out.resolve(ResultPage.name)

  /** @throws UsageException when no results can be written */
  def run(print: PrintWriter): CampaignOutcome = {
    Campaign.writable(out)
    val scope = new RunScope(out)
    try {
      val ready = setUp(scope, experiments)
      val progress = Progress(s"okibi $name", prepare.size + ready.map(_.steps).sum, columns)
      try {
        val children = jvms(scope)
        val unprepared = prepare.flatMap(prepared(children, progress, _))
        if (unprepared.isEmpty)
          measure(ready, new Rounds(children, progress, if (isJudged) steadyWithin else Duration.Zero), print)
        else ended(Nil, unprepared, print)
      } finally progress.close()
    } finally scope.close()
  }

  private def jvms(scope: RunScope): ChildJvm = {
    val logs = out.resolve("logs")
    if (!isJudged) new ChildJvm(scope, logs, recordings, patience, brief = true)
    else {
      val job = archiveJob.getOrElse(throw new IllegalStateException(s"$name: a judged campaign needs an archive job"))
      val folder = RunContext.root.toAbsolutePath.resolve(".okibi").resolve("classes")
      val shared = SharedClasses.of(
        folder,
        new PluginJar(RunContext.root.toAbsolutePath).embedded(),
        job,
        classes => new ChildJvm(scope, logs, shared = Some(classes))
      )
      new ChildJvm(scope, logs, recordings, patience, shared = Some(shared))
    }
  }

  private def prepared(children: ChildJvm, progress: Progress, variant: Variant): Option[String] = {
    progress.begin(variant.name)
    val failed = children
      .run(variant, variant.name.replaceAll("[^A-Za-z0-9]+", "-"))
      .left
      .toOption
      .map(reason => s"${variant.name}: $reason")
    progress.end(failed.getOrElse("done"))
    failed
  }

  private def measure(ready: Seq[Experiment], rounds: Rounds, print: PrintWriter): CampaignOutcome = {
    notes.foreach(print.println)
    val measured = ready.foldLeft(Seq.empty[Measured]) { (before, experiment) =>
      val rows = rounds.run(experiment)
      val all = before :+ Measured(experiment, rows, headlines(experiment, rows))
      write(all)
      show(experiment, rows, print)
      all
    }
    print.println(s"\n${context().line}\nresults: $file\npage: $page\n")
    ended(measured.flatMap(_.headlines), measured.flatMap(_.errors), print).copy(page = Some(page))
  }

  private def headlines(experiment: Experiment, rows: Seq[Row]): Seq[Headline] =
    if (isJudged) Noise.judged(experiment.headlines, rows) else experiment.headlines(rows)

  private def show(experiment: Experiment, rows: Seq[Row], print: PrintWriter): Unit = {
    val texts =
      Seq(experiment.about, TextTable(Table.grid(experiment, rows))) ++ experiment.says(rows) ++ experiment.details(
        rows
      )
    texts.foreach(text => print.println(s"\n$text"))
    print.flush()
  }

  private def ended(headlines: Seq[Headline], errors: Seq[String], print: PrintWriter): CampaignOutcome = {
    errors.foreach(error => print.println(s"error: $error"))
    headlines.foreach(headline => print.println(headline.line))
    print.flush()
    CampaignOutcome(headlines, errors)
  }

  private def write(measured: Seq[Measured]): Unit = {
    val now = context()
    ResultFile.write(file, name, scale, now, measured.flatMap(_.rows), measured.flatMap(_.headlines))
    ResultPage.write(page, ResultPage.page(name, scale, now, measured))
  }
}

object Campaign {

  /** The scale whose figures mean nothing: nobody waits until they are steady. */
  private val unjudged = "tiny"

  /** Says before anything runs that the results have no place. */
  def writable(out: Path): Unit =
    try {
      Files.createDirectories(out)
      if (!Files.isWritable(out)) throw new AccessDeniedException(out.toString)
    } catch {
      case e: IOException =>
        throw new UsageException(
          s"--out $out: no results can be written there (${e.getClass.getSimpleName}). Give a folder that can be written."
        )
    }
}
