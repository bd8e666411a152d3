package okibi.bench.runner

import scala.annotation.tailrec
import scala.collection.mutable
import scala.concurrent.duration.{Duration, DurationLong, FiniteDuration}

import okibi.bench.protocol.JobResult

/** Runs the variants of an experiment interleaved, every other round backwards, so that whatever else the machine does, and
  * whether it becomes slower or faster meanwhile, meets all of them alike. Where an experiment asks for turns, a round is one
  * phase of each: the finer the better, but a JVM's compiler still works on a phase when the next child begins its own.
  * Where it asks for warm JVMs, all runs of a variant are in one, and the first ones, which warm it up, do not count. Rounds go on until what is
  * measured is steady, see [[Steadiness]].
  *
  * @param within how long after an experiment's first round another may begin for that; 0 for the rounds that it wants alone
  */
final class Rounds(children: ChildJvm, progress: Progress, within: FiniteDuration = Duration.Zero) {

  def run(experiment: Experiment): Seq[Row] = new Run(experiment).rows

  private final class Run(experiment: Experiment) {
    private val results = mutable.Map.empty[Variant, Vector[JobResult]].withDefaultValue(Vector.empty)
    private val loads = mutable.Map.empty[Variant, Vector[MachineLoad]].withDefaultValue(Vector.empty)
    private val failures = mutable.Map.empty[Variant, String]
    private val (timed, counted) = experiment.variants.partition(_.timed)
    private val (repeated, once) = counted.partition(_.everyRound)
    private val steadiness = Steadiness(experiment.runs, within)

    def rows: Seq[Row] = {
      if (experiment.warmUps > 0) warm(timed, first = 1)
      else
        inRounds(timed.filterNot(failures.contains).map(seconds)) { round =>
          if (experiment.inTurns) together(ordered(timed, round), round)
          else ordered(timed, round).foreach(alone(_, round))
          ordered(repeated, round).foreach(alone(_, round))
        }
      once.foreach(alone(_, 1))
      experiment.variants.map(variant =>
        row(experiment.name, variant, results(variant), warmingUp(variant), loads(variant), failures.get(variant))
      )
    }

    private def seconds(variant: Variant): Seq[Double] = results(variant).map(_.seconds)

    /** How many of the variant's first runs are not measured: as many as of those that were in the same rounds. */
    private def warmingUp(variant: Variant): Int =
      if (once.contains(variant)) 0
      else
        steadiness.warmingUp(
          timed.filter(other => !failures.contains(other) && results(other).size == results(variant).size).map(seconds)
        )

    /** Round after round, as long as more are needed.
      *
      * @param runs seconds of the variants that have come to the end of each round so far
      */
    private def inRounds(runs: => Seq[Seq[Double]])(play: Int => Unit): Unit = {
      val startNs = System.nanoTime
      var round = 0
      while (steadiness.goesOn(round, runs, (System.nanoTime - startNs).nanos)) {
        round += 1
        if (round > experiment.runs) progress.more(experiment.stepsOfRound)
        play(round)
      }
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
      val plan = experiment.plan(jvms, steadiness.mostRounds)
      val outcomes = watched(variants) {
        val running = jvms.map(jvm =>
          jvm -> children.start(
            jvm.head,
            label(jvm.head, first),
            plan.filter(its => jvm.contains(its.variant)).map(_.work)
          )
        )
        val childOf = running.flatMap { case (jvm, child) => jvm.map(_ -> child) }.toMap
        val begun = mutable.Map.empty[Child, Variant]
        val done = mutable.Map.empty[Variant, Vector[Double]].withDefaultValue(Vector.empty)
        def play(next: Experiment.Turn): Unit = {
          val child = childOf(next.variant)
          if (child.isReady) {
            begun(child) = next.variant
            val taken = turn(next.variant, child, next.round)
            if (next.counts) done(next.variant) = done(next.variant) ++ taken
          }
        }
        val (counting, warming) = plan.partition(_.counts)
        warming.foreach(play)
        inRounds(done.values.toSeq.filter(_.size == done.values.map(_.size).max))(round =>
          counting.filter(_.round == round).foreach(play)
        )
        running.foreach { case (_, child) => if (child.isReady) child.finish() }
        running.map { case (jvm, child) => (jvm, child.results(), begun.getOrElse(child, jvm.head)) }
      }
      val again = outcomes.flatMap {
        case (jvm, Right(all), _) =>
          plan.filter(its => jvm.contains(its.variant)).zip(all).foreach { case (its, result) =>
            if (its.counts) results(its.variant) = results(its.variant) :+ result
          }
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

    /** @return what it took; nothing when the child ended in it */
    private def turn(variant: Variant, child: Child, round: Int): Option[Double] = {
      progress.begin(s"${experiment.name}: ${variant.name}, ${if (round > 0) s"run $round" else "warming up"}")
      val done = child.turn()
      progress.end(done.map { case (what, seconds) => f"$what%s $seconds%.1f s" }.getOrElse("failed"))
      done.map(_._2)
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

  /** @param warmingUp how many of the first results are not measured */
  private def row(
      experiment: String,
      variant: Variant,
      all: Seq[JobResult],
      warmingUp: Int,
      loads: Seq[MachineLoad],
      failure: Option[String]
  ): Row = {
    val (warming, results) = all.splitAt(warmingUp)
    val names = results.flatMap(_.metrics.keys).distinct
    val each = names.map(name => name -> results.flatMap(_.metrics.get(name))).toMap
    val metrics = each.map { case (name, values) => name -> Stats.median(values) }
    val answers = all.map(_.answer).distinct
    val unstable =
      if (answers.size > 1) Some(s"its own runs gave different answers: ${answers.mkString(" and ")}") else None
    val middle = results.sortBy(_.seconds).drop((results.size - 1) / 2).headOption
    Row(
      experiment,
      variant,
      results.map(_.seconds),
      metrics,
      answers.headOption,
      failure.orElse(unstable),
      middle.toSeq.flatMap(_.series),
      if (loads.size == all.size) loads.drop(warmingUp) else loads,
      each,
      warming.map(_.seconds)
    )
  }
}
