package okibi.bench.runner

import scala.annotation.tailrec
import scala.collection.mutable

import okibi.bench.job.{JobRequest, JobResult}

/** Runs the variants of an experiment interleaved, every other round backwards, so that whatever else the machine does, and
  * whether it becomes slower or faster meanwhile, meets all of them alike. Where an experiment asks for turns, a round is one
  * phase of each: the finer the better, but a JVM's compiler still works on a phase when the next child begins its own.
  * Where it asks for warm JVMs, all runs of a variant are in one, and the first ones, which warm it up, do not count; where it
  * asks for one JVM, all runs of all variants are in that one.
  */
final class Rounds(children: ChildJvm, progress: Progress) {

  def run(experiment: Experiment): Seq[Row] = new Run(experiment).rows

  private final class Run(experiment: Experiment) {
    private val results = mutable.Map.empty[Variant, Vector[JobResult]].withDefaultValue(Vector.empty)
    private val loads = mutable.Map.empty[Variant, Vector[MachineLoad]].withDefaultValue(Vector.empty)
    private val failures = mutable.Map.empty[Variant, String]
    private val (timed, counted) = experiment.variants.partition(_.timed)
    private val isWarm = experiment.warmUps > 0

    def rows: Seq[Row] = {
      if (experiment.oneJvm) inOneJvm()
      else if (isWarm) together(timed, 1)
      else for (round <- 1 to experiment.runs) {
        if (experiment.inTurns) together(ordered(timed, round), round) else ordered(timed, round).foreach(alone(_, round))
      }
      counted.foreach(alone(_, 1))
      experiment.variants.map(variant => row(experiment.name, variant, results(variant), loads(variant), failures.get(variant)))
    }

    private def ordered[T](variants: Seq[T], round: Int): Seq[T] = if (round % 2 == 1) variants else variants.reverse

    /** A variant that fails ends the JVM of all: the others begin again without it. */
    @tailrec private def inOneJvm(): Unit = {
      val variants = timed.filterNot(failures.contains)
      val plan = variants.take(1).flatMap(Seq.fill(experiment.warmUps)(_)).map(_ -> 0) ++
        (1 to experiment.runs).flatMap(round => ordered(variants, round).map(_ -> round))
      val outcome = if (plan.isEmpty) None else watched(variants)(turnsOf(plan))
      outcome match {
        case Some((failed, reason)) =>
          failures(failed) = reason
          inOneJvm()
        case None =>
      }
    }

    /** Runs these in one JVM, in this order, those of round 0 to warm it up; which of them failed, and why. */
    private def turnsOf(plan: Seq[(Variant, Int)]): Option[(Variant, String)] = {
      val work = plan.map { case (variant, round) => JobRequest.Run(variant.conf, if (round > 0) variant.args else experiment.lighter(variant.args)) }
      val child = children.start(plan.head._1, s"${experiment.name}-${1 + failures.size}", work)
      val begun = plan.takeWhile { case (variant, round) => child.isReady && { turn(variant, child, round); true } }
      child.results() match {
        case Right(all) =>
          plan.zip(all).foreach { case ((variant, round), result) => if (round > 0) results(variant) = results(variant) :+ result }
          None
        case Left(reason) => Some(begun.lastOption.getOrElse(plan.head)._1 -> reason)
      }
    }

    private def alone(variant: Variant, round: Int): Unit = {
      progress.begin(s"${experiment.name}: ${variant.name}, run $round")
      if (failures.contains(variant)) progress.end("left out: it failed before")
      else progress.end(note(variant, watched(Seq(variant))(children.run(variant, label(variant, round)).map(Seq(_)))))
    }

    private def together(order: Seq[Variant], round: Int): Unit = {
      val variants = order.filterNot(failures.contains)
      watched(variants)(inTurns(variants, round)).foreach { case (variant, outcome) => note(variant, outcome) }
    }

    private def inTurns(variants: Seq[Variant], round: Int): Seq[(Variant, Either[String, Seq[JobResult]])] = {
      val running = variants.map(variant => variant -> children.start(variant, label(variant, round), runsInOne(variant)))
      var done = 0
      while (running.exists { case (_, child) => child.isReady }) {
        ordered(running, done + 1).foreach { case (variant, child) => if (child.isReady) turn(variant, child, if (isWarm) done + 1 - experiment.warmUps else round) }
        done += 1
      }
      running.map { case (variant, child) => variant -> child.results() }
    }

    /** Arguments of all runs of a warm JVM. */
    private def runsInOne(variant: Variant): Seq[JobRequest.Run] =
      if (isWarm) (Seq.fill(experiment.warmUps)(experiment.lighter(variant.args)) ++ Seq.fill(experiment.runs)(variant.args)).map(JobRequest.Run(variant.conf, _))
      else Nil

    /** Keeps what else the machine did during a run of these. */
    private def watched[T](variants: Seq[Variant])(run: => T): T = {
      val (done, load) = MachineLoad.during(run)
      variants.foreach(variant => loads(variant) = loads(variant) ++ load)
      done
    }

    private def turn(variant: Variant, child: Child, round: Int): Unit = {
      progress.begin(s"${experiment.name}: ${variant.name}, ${if (round > 0) s"run $round" else "warming up"}")
      progress.end(child.turn().map { case (what, seconds) => f"$what%s $seconds%.1f s" }.getOrElse("failed"))
    }

    private def label(variant: Variant, round: Int): String =
      s"${experiment.name}-${variant.name.replaceAll("[^A-Za-z0-9]+", "-")}-$round"

    /** Keeps what came of a child, and says it. */
    private def note(variant: Variant, outcome: Either[String, Seq[JobResult]]): String = outcome match {
      case Right(all) =>
        val runs = if (variant.timed) all.drop(experiment.warmUps) else all
        results(variant) = results(variant) ++ runs
        runs.map(run => f"${run.seconds}%.1f s").mkString(", ")
      case Left(reason) =>
        failures(variant) = reason
        s"failed: $reason"
    }
  }

  private def row(experiment: String, variant: Variant, results: Seq[JobResult], loads: Seq[MachineLoad], failure: Option[String]): Row = {
    val names = results.flatMap(_.metrics.keys).distinct
    val each = names.map(name => name -> results.flatMap(_.metrics.get(name))).toMap
    val metrics = each.map { case (name, values) => name -> Stats.median(values) }
    val answers = results.map(_.answer).distinct
    val unstable = if (answers.size > 1) Some(s"its own runs gave different answers: ${answers.mkString(" and ")}") else None
    val middle = results.sortBy(_.seconds).drop((results.size - 1) / 2).headOption
    Row(experiment, variant, results.map(_.seconds), metrics, answers.headOption, failure.orElse(unstable), middle.toSeq.flatMap(_.series), loads, each)
  }
}
