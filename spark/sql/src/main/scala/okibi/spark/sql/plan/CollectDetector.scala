package okibi.spark.sql.plan

import java.util.stream.Stream

/** Whether a plan is being run only for its rows. Spark tells a plan neither that nor what called it, so this looks at who is
  * on the stack: some methods of Spark bring rows to the driver (collect, take, show, toLocalIterator, broadcasts and
  * subqueries), and nobody sees the partitions. `Dataset.rdd`, checkpoints, writers and caches do not go through them.
  */
private[plan] object CollectDetector {
  private val walker = StackWalker.getInstance()

  def now: Boolean = walker.walk((frames: Stream[StackWalker.StackFrame]) => {
    val callers = frames.iterator()
    var answer: Option[Boolean] = None
    while (answer.isEmpty && callers.hasNext) answer = judge(callers.next())
    answer.getOrElse(false)
  })

  /** An answer, or nothing where the caller decides. */
  private def judge(frame: StackWalker.StackFrame): Option[Boolean] = {
    val (name, method) = (frame.getClassName, frame.getMethodName)
    if (collects.get(name).exists(_.contains(method))) Some(true)
    else if (keeps.exists(name.startsWith(_)) || !passesOn.exists(name.startsWith(_)) && method != "withActive")
      Some(false)
    else None
  }

  private val execution = "org.apache.spark.sql.execution."

  /** Methods by class. Adaptive execution runs its stages from within them. */
  private val collects: Map[String, Set[String]] = Map(
    s"${execution}SparkPlan" -> Set("getByteArrayRdd"),
    s"${execution}TakeOrderedAndProjectExec" -> Set("executeCollect"),
    s"${execution}adaptive.AdaptiveSparkPlanExec" -> Set(
      "executeCollect",
      "executeTake",
      "executeTail",
      "executeToIterator",
      "doExecuteBroadcast"
    )
  )

  /** Whoever keeps rows by partition: caches, writers and commands, streams. */
  private val keeps = Seq("columnar.CachedRDDBuilder", "datasources.", "command.", "streaming.").map(execution + _)

  /** Executing a plan that executes a plan, and what Scala and Spark put between. */
  private val passesOn =
    Seq(
      "okibi.spark.sql.plan.",
      execution,
      "org.apache.spark.sql.catalyst.",
      "org.apache.spark.rdd.RDDOperationScope",
      "org.apache.spark.util.",
      "scala.",
      "java.",
      "jdk."
    )
}
