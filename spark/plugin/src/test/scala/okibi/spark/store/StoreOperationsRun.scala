package okibi.spark.store

import okibi.core.kit.WaitUntil

import org.apache.spark.SparkContext
import org.apache.spark.storage.memory.{StoreOperations, StoreProbe}

/** Random operations of four tasks at once on a store that holds a part of the blocks. After each round nothing is
  * locked, nothing is lost and the accounts balance.
  */
object StoreOperationsRun {
  private val cores = 4
  // Spark keeps what it must do at a task's end for each of the task's operations.
  private val perTask = 500
  private val tasksPerRound = 200

  /** @return what is wrong; none if all is right */
  def of(operations: Int, seed: Long): Seq[String] = LocalSpark.withContext(
    storageMb = 2,
    cores,
    plugin = true,
    SparksRace.retried(cores),
    "spark.memory.offHeap.enabled" -> "true",
    "spark.memory.offHeap.size" -> "1m"
  )(context => SparksRace.allowed(context)(rounds(context, operations, seed)))

  private def rounds(context: SparkContext, operations: Int, seed: Long): Seq[String] = {
    val tasks = math.max(1, operations / perTask)
    val wrong = (0 until tasks by tasksPerRound).flatMap { first =>
      after(context, seed, first until math.min(tasks, first + tasksPerRound)).map(what =>
        s"in the round from operation ${first * perTask} on: $what"
      )
    }
    StoreOperations.clear()
    val (entries, used) = StoreProbe.books
    if (entries == used) wrong else wrong :+ s"in the end: entries of $entries bytes, $used bytes taken"
  }

  private def after(context: SparkContext, seed: Long, tasks: Range): Seq[String] = {
    val wrong = context
      .parallelize(tasks, tasks.size)
      .flatMap(task => StoreOperations.run(seed + task, perTask))
      .collect()
      .toSeq
    WaitUntil("all tasks to end", 60)(StoreProbe.locked.isEmpty && StoreProbe.unrolling == 0)
    val (entries, used) = StoreProbe.books
    val unbalanced = if (entries == used) None else Some(s"entries of $entries bytes, $used bytes taken")
    wrong ++ StoreProbe.lost.map(block => s"$block is lost") ++ unbalanced
  }

  /** `dev/stress`.
    *
    * @param args the number of operations, and the seed
    */
  def main(args: Array[String]): Unit = {
    val (operations, seed, start) = (args(0).toInt, args(1).toLong, System.nanoTime())
    val wrong = of(operations, seed)
    println(f"$operations operations in ${(System.nanoTime() - start) / 1e9}%.0f s, ${wrong.size} wrong")
    wrong.take(20).foreach(what => println(s"  $what"))
    if (wrong.nonEmpty) sys.exit(1)
  }
}
