package okibi.bench.runner

import okibi.bench.protocol.JobRequest
import okibi.report.Chart

/** A comparison: variants that do the same work, what to show of them and what it comes to.
  *
  * @param name      first part of the headlines' names
  * @param about     one line for the reader of the table: data and set-up
  * @param variants  in the order of a round; they are run interleaved (A B C, A B C, ...)
  * @param runs      rounds of the timed variants that are measured at least, see [[Steadiness]]
  * @param columns   of the table, after variant and seconds
  * @param headlines from all rows
  * @param turns     phases of a variant's child, when all children of a round are alive together and each runs one phase at a
  *                  time, in turn with the others; 0 for all when a child runs alone from its beginning to its end
  * @param warmUps   runs that warm a JVM up and do not count; then all runs of a variant are in one JVM, in turn with the other
  *                  variants', whose heaps must fit the machine together. 0 for a JVM for each run. Not with `turns`
  * @param shared    whether variants that differ in their configuration alone share such a JVM, for which they are warmed up in turn; those with the
  *                  plugin have one of their own, so that stock never meets it
  * @param lighter   the work of such a run, from that of the others: as much as the JVM needs until its code is good
  * @param details   further texts to print below the table, from all rows
  * @param charts    for the page, from all rows; when there are none, the page shows the seconds of each variant
  * @param says      what it shows on this machine, in one sentence with its figures, from all rows
  */
final case class Experiment(
    name: String,
    about: String,
    variants: Seq[Variant],
    runs: Int,
    columns: Seq[Column],
    headlines: Seq[Row] => Seq[Headline],
    turns: Variant => Int = _ => 0,
    warmUps: Int = 0,
    shared: Boolean = false,
    lighter: ujson.Obj => ujson.Obj = identity,
    details: Seq[Row] => Seq[String] = _ => Nil,
    charts: Seq[Row] => Seq[Chart] = _ => Nil,
    says: Seq[Row] => Option[String] = _ => None
) {

  /** Child JVMs that the experiment starts, or phases when they take turns: with the rounds that are wanted. */
  def steps: Int = warmUps * (if (warmUps > 0) jvms(variants.filter(_.timed)).size
                              else 0) + runs * stepsOfRound + variants.count(!isInRound(_))

  /** The same of one more round. */
  private[runner] def stepsOfRound: Int =
    variants.filter(isInRound).map(variant => if (variant.timed && warmUps == 0) math.max(1, turns(variant)) else 1).sum

  private def isInRound(variant: Variant): Boolean = variant.timed || variant.everyRound && warmUps == 0

  /** Which of these variants are in a warm JVM together. */
  private[runner] def jvms(some: Seq[Variant]): Seq[Seq[Variant]] = {
    def key(variant: Variant): Any =
      if (shared)
        (variant.job, variant.heap, variant.classPath, variant.launcher, variant.conf.exists(_._1 == "spark.plugins"))
      else variant.name
    val together = some.groupBy(key)
    some.map(key).distinct.map(together)
  }

  /** The runs of warm JVMs in their order: every other round backwards, and each pair of rounds begins elsewhere, since a JVM that many variants share
    * becomes faster from run to run.
    *
    * @param rounds after those that warm up
    */
  private[runner] def plan(jvms: Seq[Seq[Variant]], rounds: Int): Seq[Experiment.Turn] = {
    def ordered[T](all: Seq[T], round: Int): Seq[T] = if (round % 2 == 1) all else all.reverse
    val warming = (1 to warmUps).flatMap(n =>
      ordered(jvms, n).map(jvm => Experiment.Turn(jvm((n - 1) % jvm.size), n - warmUps, lighter))
    )
    def turned[T](all: Seq[T], round: Int): Seq[T] = {
      val pairs = (runs + 1) / 2
      val (before, from) = all.splitAt((round - 1) / 2 % pairs * all.size / pairs)
      from ++ before
    }
    warming ++ (1 to rounds).flatMap(n =>
      ordered(turned(jvms.flatten, n), n + warmUps).map(Experiment.Turn(_, n, identity))
    )
  }

  /** With settings for every variant that are no part of its work: where it finds what it works with. */
  def withConf(more: (String, String)*): Experiment =
    copy(variants = variants.map(variant => variant.copy(conf = variant.conf ++ more)))

  /** Whether the children of a round take turns. */
  def inTurns: Boolean = variants.exists(turns(_) > 0)
}

object Experiment {

  /** A run of a variant in a warm JVM.
    *
    * @param round 0 and below for one that warms up
    */
  private[runner] final case class Turn(variant: Variant, round: Int, change: ujson.Obj => ujson.Obj) {
    def counts: Boolean = round > 0
    def work: JobRequest.Run = JobRequest.Run(variant.conf, if (counts) variant.args else change(variant.args))
  }
}

/** A column of an experiment's table: the text for a row, given all rows. */
final case class Column(title: String, text: (Row, Seq[Row]) => String)
