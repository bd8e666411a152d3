package okibi.spark.sql.plan

import java.util.stream.Stream

/** Tells whether a plan is run only to bring its rows to the driver, so that nothing sees its partitions. Spark does
  * not tell a plan who runs it, so the detector looks for callers on the stack: some methods of Spark bring rows to the
  * driver (for collect, take, show, toLocalIterator, broadcasts and subqueries). `Dataset.rdd`, checkpoints, writers
  * and caches do not call these methods.
  */
private[plan] object CollectDetector {
  private val walker = StackWalker.getInstance()

  /** Whether the calling thread collects. */
  def isCollecting: Boolean = walker.walk((frames: Stream[StackWalker.StackFrame]) => {
    val callers = frames.iterator()
    var answer: Option[Boolean] = None
    while (answer.isEmpty && callers.hasNext) answer = judge(callers.next())
    answer.getOrElse(false)
  })

  /** The answer of a stack frame; nothing if its caller decides. */
  private def judge(frame: StackWalker.StackFrame): Option[Boolean] = {
    val (name, method) = (frame.getClassName, frame.getMethodName)
    if (collects.get(name).exists(_.contains(method))) Some(true)
    else if (keeps.exists(name.startsWith(_)) || !passesOn.exists(name.startsWith(_)) && method != "withActive")
      Some(false)
    else None
  }

  private val execution = "org.apache.spark.sql.execution."

  /** The collecting methods of each class. Adaptive execution runs its stages inside its own. */
  private val collects: Map[String, Set[String]] = Map(
    s"${execution}SparkPlan" -> Set("getByteArrayRdd"),
    s"${execution}TakeOrderedAndProjectExec" -> Set("executeCollect"),
    s"${execution}adaptive.AdaptiveSparkPlanExec" -> Set(
      "executeCollect",
      "executeTake",
      "executeTail",
      "executeToIterator",
      "doExecuteBroadcast"
    ),
    "okibi.spark.python.ArrowCollector$" -> Set("messages")
  )

  /** Classes that keep rows by partition: caches, writers, commands and streams. */
  private val keeps = Seq("columnar.CachedRDDBuilder", "datasources.", "command.", "streaming.").map(execution + _)

  /** Frames between a plan and its caller: plans that execute plans, and classes of Scala, Java and Spark between them.
    */
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
