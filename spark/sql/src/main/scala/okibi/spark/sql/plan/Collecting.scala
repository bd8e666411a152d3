package okibi.spark.sql.plan

import java.util.stream.Stream

/** Whether a plan is being run only for its rows. Spark tells a plan neither that nor what called it, so this looks at who is
  * on the stack: `SparkPlan.getByteArrayRdd` brings rows to the driver (collect, take, show, toLocalIterator, broadcasts and
  * subqueries), and nobody sees its partitions. `Dataset.rdd`, checkpoints, writers and caches do not go through it.
  */
private[plan] object Collecting {
  private val walker = StackWalker.getInstance()

  def now: Boolean = walker.walk((frames: Stream[StackWalker.StackFrame]) => {
    val it = frames.iterator()
    var answer: Option[Boolean] = None
    while (answer.isEmpty && it.hasNext) answer = judge(it.next())
    answer.getOrElse(false)
  })

  /** An answer, or nothing where the caller decides. */
  private def judge(frame: StackWalker.StackFrame): Option[Boolean] = {
    val name = frame.getClassName
    if (name == "org.apache.spark.sql.execution.SparkPlan" && frame.getMethodName == "getByteArrayRdd") Some(true)
    else if (name.contains("CachedRDDBuilder") || !passesOn.exists(name.startsWith(_))) Some(false)
    else None
  }

  /** Executing a plan that executes a plan, and what Scala and Spark put between. */
  private val passesOn = Seq("okibi.spark.sql.plan.", "org.apache.spark.sql.execution.", "org.apache.spark.rdd.RDDOperationScope",
    "org.apache.spark.util.", "scala.", "java.", "jdk.")
}
