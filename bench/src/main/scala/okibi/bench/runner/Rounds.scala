package okibi.bench.runner

import scala.annotation.tailrec
import scala.collection.mutable
import scala.concurrent.duration.{Duration, DurationLong, FiniteDuration}

import okibi.bench.protocol.JobResult
import okibi.bench.runner.JvmUse.{inOrder, WarmRun}

/** Runs the variants of an experiment interleaved, every other round backwards. Other load on the machine, and a
  * machine that becomes slower or faster meanwhile, then affect all variants alike.
  *
  * Where an experiment asks for turns, a round is one phase of each variant. Shorter phases are better, but a JVM's
  * compiler still works on a phase when the next child begins its own. Where it asks for warm JVMs, all runs of a
  * variant are in one JVM, and the first runs, which warm it up, do not count. Rounds go on until the figures are
  * steady, see [[Steadiness]].
  *
  * @param steadyWithin time after an experiment's first round within which another round may begin; 0 for no more
  *                     rounds than the experiment wants
  */
final class Rounds(children: ChildLauncher, progress: Progress, steadyWithin: FiniteDuration = Duration.Zero) {

  /** The rows of all variants, and after them those of the ways of a contest. */
  def run(experiment: Experiment): Seq[ResultRow] =
    experiment.contest.fold(new Run(experiment).rows)(runContest(experiment.copy(contest = None), _))

  private def runContest(experiment: Experiment, contest: Contest): Seq[ResultRow] = {
    def heat(ways: Seq[Variant]): Seq[ResultRow] =
      new Run(
        experiment.copy(variants = ways.map(_.copy(role = VariantRole.Candidate)), runs = 1, jvmUse = JvmUse.Fresh)
      ).rows
    def fastest(rows: Seq[ResultRow]): Option[ResultRow] =
      rows.filter(_.median.isDefined).minByOption(_.seconds.head)
    val first = heat(contest.first)
    val second = fastest(first).map(row => contest.second(row.variant)).getOrElse(Nil)
    progress.addSteps(second.size)
    val tried = first ++ heat(second)
    val rows = fastest(tried) match {
      case Some(best) =>
        val winner = best.variant.copy(name = contest.winner, role = VariantRole.Timed)
        val whole = experiment.copy(variants = winner +: experiment.variants)
        progress.addSteps(whole.stepsOfRounds - experiment.stepsOfRounds)
        new Run(whole).rows
      case None =>
        val reasons = tried.flatMap(row => row.failure.map(reason => s"${row.variant.name}: $reason"))
        val failed = contest.first.head.copy(name = contest.winner, role = VariantRole.Timed)
        ResultRow(
          experiment.name,
          failed,
          Nil,
          Map.empty,
          answer = None,
          Some(s"none of ${tried.size} ways ended with a result; ${reasons.headOption.getOrElse("")}")
        ) +: new Run(experiment).rows
    }
    rows ++ tried
  }

  private final class Run(experiment: Experiment) {
    private val results = mutable.Map.empty[Variant, Vector[JobResult]].withDefaultValue(Vector.empty)
    private val loads = mutable.Map.empty[Variant, Vector[MachineLoad]].withDefaultValue(Vector.empty)
    private val failures = mutable.Map.empty[Variant, String]
    private val timed = experiment.variants.filter(_.isTimed)
    private val countedEachRound = experiment.variants.filter(_.role == VariantRole.CountedEachRound)
    private val runOnce = experiment.variants.filter { variant =>
      variant.role == VariantRole.CountedOnce || variant.role == VariantRole.Candidate
    }
    private val steadiness = Steadiness(experiment.runs, steadyWithin)

    def rows: Seq[ResultRow] = {
      experiment.jvmUse match {
        case warm: JvmUse.Warm => runWarm(warm, timed, attempt = 1)
        case JvmUse.InTurns(_) => inFreshJvms(runInTurns)
        case JvmUse.Fresh => inFreshJvms((variants, round) => variants.foreach(runAlone(_, round)))
      }
      runOnce.foreach(runAlone(_, 1))
      experiment.variants.map(row)
    }

    private def seconds(variant: Variant): Seq[Double] = results(variant).map(_.seconds)

    /** Number of the variant's first runs that are not measured: the same for all variants with as many runs. */
    private def warmUpRuns(variant: Variant): Int =
      if (runOnce.contains(variant)) 0
      else {
        val peers =
          timed.filter(other => !failures.contains(other) && results(other).size == results(variant).size)
        steadiness.warmUpRounds(peers.map(seconds))
      }

    private def inFreshJvms(runTimed: (Seq[Variant], Int) => Unit): Unit =
      inRounds(timed.filterNot(failures.contains).map(seconds)) { round =>
        runTimed(inOrder(timed, round), round)
        inOrder(countedEachRound, round).foreach(runAlone(_, round))
      }

    /** Repeats rounds as long as more are needed.
      *
      * @param secondsSoFar of the variants that completed every round so far
      */
    private def inRounds(secondsSoFar: => Seq[Seq[Double]])(runRound: Int => Unit): Unit = {
      val startNs = System.nanoTime
      var round = 0
      while (steadiness.goesOn(round, secondsSoFar, (System.nanoTime - startNs).nanos)) {
        round += 1
        if (round > experiment.runs) progress.addSteps(experiment.stepsOfRound)
        runRound(round)
      }
    }

    private def runAlone(variant: Variant, round: Int): Unit = {
      progress.begin(s"${experiment.name}: ${variant.name}, run $round")
      if (failures.contains(variant)) progress.end("left out: it failed before")
      else {
        val outcome = withLoad(Seq(variant))(children.run(variant, label(variant, round)).map(Seq(_)))
        progress.end(keep(variant, outcome))
      }
    }

    private def runInTurns(order: Seq[Variant], round: Int): Unit = {
      val variants = order.filterNot(failures.contains)
      val outcomes = withLoad(variants) {
        val running = variants.map(variant => variant -> children.start(variant, label(variant, round)))
        // No child starts or warms up while another is timed.
        running.foreach { case (_, child) => child.isReady }
        var turns = 0
        while (running.exists { case (_, child) => child.isReady }) {
          turns += 1
          inOrder(running, turns).foreach { case (variant, child) => if (child.isReady) turn(variant, child, round) }
        }
        running.map { case (variant, child) => variant -> child.results() }
      }
      outcomes.foreach { case (variant, outcome) => keep(variant, outcome) }
    }

    /** All runs of these variants in warm JVMs. A variant that fails ends its JVM; the other variants of that JVM begin
      * again in a new one.
      *
      * @param attempt 1 for the first JVMs; part of the names of their logs
      */
    @tailrec private def runWarm(warm: JvmUse.Warm, variants: Seq[Variant], attempt: Int): Unit = {
      val groups = warm.groups(variants)
      val schedule = warm.schedule(groups, experiment.runs, steadiness.mostRounds)
      def runsOf(group: Seq[Variant]): Seq[WarmRun] = schedule.filter(run => group.contains(run.variant))
      val outcomes = withLoad(variants) {
        val running = groups.map { group =>
          group -> children.start(group.head, label(group.head, attempt), runsOf(group).map(_.request))
        }
        val childOf = running.flatMap { case (group, child) => group.map(_ -> child) }.toMap
        val lastStarted = mutable.Map.empty[Child, Variant]
        val measured = mutable.Map.empty[Variant, Vector[Double]].withDefaultValue(Vector.empty)
        def execute(run: WarmRun): Unit = {
          val child = childOf(run.variant)
          if (child.isReady) {
            lastStarted(child) = run.variant
            val seconds = turn(run.variant, child, run.round)
            if (run.counts) measured(run.variant) = measured(run.variant) ++ seconds
          }
        }
        val (counting, warming) = schedule.partition(_.counts)
        warming.foreach(execute)
        inRounds(measured.values.toSeq.filter(_.size == measured.values.map(_.size).max))(round =>
          counting.filter(_.round == round).foreach(execute)
        )
        running.foreach { case (_, child) => if (child.isReady) child.finish() }
        running.map { case (group, child) => (group, child.results(), lastStarted.getOrElse(child, group.head)) }
      }
      val again = outcomes.flatMap {
        case (group, Right(all), _) =>
          for ((run, result) <- runsOf(group).zip(all) if run.counts)
            results(run.variant) = results(run.variant) :+ result
          Nil
        case (group, Left(reason), last) =>
          failures(last) = reason
          group.filterNot(_ == last)
      }
      if (again.nonEmpty) runWarm(warm, again, attempt + 1)
    }

    /** Keeps what else the machine did while these variants ran. */
    private def withLoad[T](variants: Seq[Variant])(run: => T): T = {
      val (result, load) = MachineLoad.during(run)
      variants.foreach(variant => loads(variant) = loads(variant) ++ load)
      result
    }

    /** @return the seconds of the turn; none when the child ended in it */
    private def turn(variant: Variant, child: Child, round: Int): Option[Double] = {
      progress.begin(s"${experiment.name}: ${variant.name}, ${if (round > 0) s"run $round" else "warming up"}")
      val done = child.turn()
      progress.end(done.map { case (phase, seconds) => f"$phase%s $seconds%.1f s" }.getOrElse("failed"))
      done.map(_._2)
    }

    private def label(variant: Variant, round: Int): String =
      s"${experiment.name}-${variant.name.replaceAll("[^A-Za-z0-9]+", "-")}-$round"

    /** Keeps the outcome of a child and returns it as text. */
    private def keep(variant: Variant, outcome: Either[String, Seq[JobResult]]): String = outcome match {
      case Right(runs) =>
        results(variant) = results(variant) ++ runs
        runs.map(run => f"${run.seconds}%.1f s").mkString(", ")
      case Left(reason) =>
        failures(variant) = reason
        s"failed: $reason"
    }

    private def row(variant: Variant): ResultRow = {
      val all = results(variant)
      val (warming, measured) = all.splitAt(warmUpRuns(variant))
      val names = measured.flatMap(_.metrics.keys).distinct
      val metricRuns = names.map(name => name -> measured.flatMap(_.metrics.get(name))).toMap
      val answers = all.map(_.answer).distinct
      val unstable =
        if (answers.size > 1) Some(s"its own runs gave different answers: ${answers.mkString(" and ")}") else None
      val medianRun = measured.sortBy(_.seconds).drop((measured.size - 1) / 2).headOption
      val load = loads(variant)
      ResultRow(
        experiment.name,
        variant,
        measured.map(_.seconds),
        metricRuns.map { case (name, values) => name -> Stats.median(values) },
        answers.headOption,
        failures.get(variant).orElse(unstable),
        medianRun.toSeq.flatMap(_.series),
        if (load.size == all.size) load.drop(warming.size) else load,
        metricRuns,
        warming.map(_.seconds)
      )
    }
  }
}
