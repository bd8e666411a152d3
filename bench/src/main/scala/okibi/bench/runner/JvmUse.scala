package okibi.bench.runner

import okibi.bench.protocol.JobRequest

/** How the runs of an experiment are spread over JVMs. */
sealed trait JvmUse

object JvmUse {

  /** A JVM for each run, alone from its start to its end. */
  case object Fresh extends JvmUse

  /** A JVM for each run. All children of a round are alive together; each runs one phase at a time, in turn with the
    * others.
    *
    * @param phases number of phases of a variant's child
    */
  final case class InTurns(phases: Variant => Int) extends JvmUse

  /** One JVM for all runs of a variant, in turn with the JVMs of the other variants. The heaps of all of them must fit
    * the machine's memory together.
    *
    * @param warmUps runs that warm a JVM up and do not count; at least 1
    * @param shared  whether variants that differ in their configuration alone share a JVM. Such a JVM is warmed up for
    *                its variants in turn. Variants with the plugin have a JVM of their own, so that stock Spark never
    *                shares a JVM with the plugin
    * @param lighter arguments of a warm-up run, from those of a measured run: the work that the JVM needs until its
    *                code is well compiled
    */
  final case class Warm(warmUps: Int, shared: Boolean = false, lighter: ujson.Obj => ujson.Obj = identity)
      extends JvmUse {

    /** The variants of each JVM. */
    private[runner] def groups(variants: Seq[Variant]): Seq[Seq[Variant]] = {
      def key(variant: Variant): Any =
        if (!shared) variant.name
        else {
          val isPlugged = variant.conf.exists(_._1 == "spark.plugins")
          (variant.job, variant.heap, variant.classPath, variant.commandPrefix, isPlugged)
        }
      val byKey = variants.groupBy(key)
      variants.map(key).distinct.map(byKey)
    }

    /** The runs in their order. Every other round goes backwards. Each pair of rounds begins with another variant,
      * because a JVM that many variants share becomes faster from run to run.
      *
      * @param wanted rounds that are measured at least
      * @param rounds after the warm-up runs
      */
    private[runner] def schedule(groups: Seq[Seq[Variant]], wanted: Int, rounds: Int): Seq[WarmRun] = {
      val warming = (1 to warmUps).flatMap { n =>
        inOrder(groups, n).map { group =>
          val variant = group((n - 1) % group.size)
          WarmRun(variant, n - warmUps, lighter(variant.args))
        }
      }
      def rotated[T](all: Seq[T], round: Int): Seq[T] = {
        val pairs = (wanted + 1) / 2
        val (before, from) = all.splitAt((round - 1) / 2 % pairs * all.size / pairs)
        from ++ before
      }
      warming ++ (1 to rounds).flatMap { round =>
        inOrder(rotated(groups.flatten, round), round + warmUps).map(variant => WarmRun(variant, round, variant.args))
      }
    }
  }

  /** The order of a round: every other round goes backwards. */
  private[runner] def inOrder[T](all: Seq[T], round: Int): Seq[T] = if (round % 2 == 1) all else all.reverse

  /** A run of a variant in a warm JVM.
    *
    * @param round 0 or less for a run that warms up
    * @param args  of the job
    */
  private[runner] final case class WarmRun(variant: Variant, round: Int, args: ujson.Obj) {
    def counts: Boolean = round > 0
    def request: JobRequest.Run = JobRequest.Run(variant.conf, args)
  }
}
