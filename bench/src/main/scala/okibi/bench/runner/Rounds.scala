package okibi.bench.runner

import scala.annotation.tailrec
import scala.collection.mutable

import okibi.bench.job.JobResult

/** Runs the variants of an experiment interleaved, every other round backwards, so that whatever else the machine does, and
  * whether it becomes slower or faster meanwhile, meets all of them alike. Where an experiment asks for turns, a round is one
  * phase of each: the finer the better, but a JVM's compiler still works on a phase when the next child begins its own.
  * Where it asks for warm JVMs, all runs of a variant are in one, and the first ones, which warm it up, do not count.
  */
final class Rounds(children: ChildJvm, progress: Progress) {

  def run(experiment: Experiment): Seq[Row] = new Run(experiment).rows

  private final class Run(experiment: Experiment) {
    private val results = mutable.Map.empty[Variant, Vector[JobResult]].withDefaultValue(Vector.empty)
    private val loads = mutable.Map.empty[Variant, Vector[MachineLoad]].withDefaultValue(Vector.empty)
    private val failures = mutable.Map.empty[Variant, String]
    private val (timed, counted) = experiment.variants.partition(_.timed)
    private val (repeated, once) = counted.partition(_.everyRound)

    def rows: Seq[Row] = {
      if (experiment.warmUps > 0) warm(timed, first = 1)
      else for (round <- 1 to experiment.runs) {
        if (experiment.inTurns) together(ordered(timed, round), round) else ordered(timed, round).foreach(alone(_, round))
        ordered(repeated, round).foreach(alone(_, round))
      }
      once.foreach(alone(_, 1))
      experiment.variants.map(variant => row(experiment.name, variant, results(variant), loads(variant), failures.get(variant)))
    }

    private def ordered[T](all: Seq[T], round: Int): Seq[T] = if (round % 2 == 1) all else all.reverse

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
      val running = variants.map(variant => variant -> children.start(variant, label(variant, round)))
      running.foreach { case (_, child) => child.isReady } // None begins to start or to warm up while another is timed.
      var done = 0
      while (running.exists { case (_, child) => child.isReady }) {
        ordered(running, done + 1).foreach { case (variant, child) => if (child.isReady) turn(variant, child, round) }
        done += 1
      }
      running.map { case (variant, child) => variant -> child.results() }
    }

    /** All runs of these variants, in JVMs that are warm after the first. A variant that fails ends its JVM, and those that share it begin again
      * without it.
      *
      * @param first number of the JVM's log
      */
    @tailrec private def warm(variants: Seq[Variant], first: Int): Unit = {
      val jvms = experiment.jvms(variants)
      val plan = experiment.plan(jvms)
      val outcomes = watched(variants) {
        val running = jvms.map(jvm => jvm -> children.start(jvm.head, label(jvm.head, first), plan.filter(its => jvm.contains(its.variant)).map(_.work)))
        val childOf = running.flatMap { case (jvm, child) => jvm.map(_ -> child) }.toMap
        val begun = mutable.Map.empty[Child, Variant]
        plan.foreach { its =>
          val child = childOf(its.variant)
          if (child.isReady) {
            begun(child) = its.variant
            turn(its.variant, child, its.round)
          }
        }
        running.map { case (jvm, child) => (jvm, child.results(), begun.getOrElse(child, jvm.head)) }
      }
      val again = outcomes.flatMap {
        case (jvm, Right(all), _) =>
          plan.filter(its => jvm.contains(its.variant)).zip(all).foreach { case (its, result) => if (its.counts) results(its.variant) = results(its.variant) :+ result }
          Nil
        case (jvm, Left(reason), last) =>
          failures(last) = reason
          jvm.filterNot(_ == last)
      }
      if (again.nonEmpty) warm(again, first + 1)
    }

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
      case Right(runs) =>
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
