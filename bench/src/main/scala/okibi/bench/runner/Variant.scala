package okibi.bench.runner

/** One side of a comparison: what a child JVM runs, and how.
  *
  * @param name  as the table and result.json call it
  * @param job   main class of the child, see [[okibi.bench.protocol.Job]]
  * @param args  what the job is told: the same in every variant that is compared
  * @param heap  -Xmx of the child
  * @param conf  Spark configuration on top of the runner's
  * @param timed false for a run that only counts: it runs once, after the timed ones
  * @param everyRound whether one that only counts runs after the timed ones of each round, since what it counts is made of time: the middle one of its figures
  *                   is taken. Not where an experiment has warm JVMs
  * @param classPath of the child: the runner's own, or that of jobs on another line of Spark
  * @param launcher what goes before the child's command line, for one that runs inside a control group, say
  */
final case class Variant(
    name: String,
    job: String,
    args: ujson.Obj,
    heap: String,
    conf: Seq[(String, String)] = Nil,
    timed: Boolean = true,
    everyRound: Boolean = false,
    classPath: String = JavaCommand.ownClassPath,
    launcher: Seq[String] = Nil
)
