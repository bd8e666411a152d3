package okibi.bench.runner

import java.nio.file.Path

/** One side of a comparison: what a child JVM runs, and how.
  *
  * @param name          as the table and result.json have it
  * @param job           main class of the child, see [[okibi.bench.protocol.Job]]; with an interpreter, the path of a script
  * @param args          arguments of the job: the same in every variant that is compared
  * @param heap          -Xmx of the child
  * @param conf          Spark configuration on top of the runner's own
  * @param classPath     of the child: the runner's own, or that of the jobs for another line of Spark
  * @param jars          that the application brings beside the plugin's
  * @param interpreter   a Python with PySpark that runs the job, in place of a JVM. It starts the JVM of its session, for
  *                      which the class path, the jars and the heap are settings of Spark
  * @param commandPrefix goes before the child's command line, for example to run the child inside a control group
  */
final case class Variant(
    name: String,
    job: String,
    args: ujson.Obj,
    heap: String,
    conf: Seq[(String, String)] = Nil,
    role: VariantRole = VariantRole.Timed,
    classPath: String = JavaCommand.ownClassPath,
    jars: Seq[Path] = Nil,
    interpreter: Option[Path] = None,
    commandPrefix: Seq[String] = Nil
) {
  def isTimed: Boolean = role == VariantRole.Timed
}

/** What the runs of a variant are for. */
sealed trait VariantRole

object VariantRole {

  /** Its seconds are compared. It runs in every round. */
  case object Timed extends VariantRole

  /** One way of a [[Contest]]. It runs once, before the timed variants. */
  case object Candidate extends VariantRole

  /** It only counts. It runs once, after the timed variants. */
  case object CountedOnce extends VariantRole

  /** It only counts, and its counts depend on time. It runs after the timed variants of each round, and the medians of
    * its figures are reported. Not for experiments with warm JVMs.
    */
  case object CountedEachRound extends VariantRole
}
