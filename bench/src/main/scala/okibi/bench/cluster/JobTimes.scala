package okibi.bench.cluster

import okibi.bench.runner.Stats

/** When a task ran, in milliseconds of the clock.
  *
  * @param marksMs when a reduce task had fetched all its input, and when it had merged it; empty when unknown
  */
final case class TaskTimes(startedMs: Long, finishedMs: Long, marksMs: Seq[Long] = Nil)

/** When the tasks of a MapReduce job ran, in milliseconds of the clock.
  *
  * @param counters by `map` or `reduce`, a dot and Hadoop's name of the counter; empty when unknown
  */
final case class JobTimes(
    submittedMs: Long,
    finishedMs: Long,
    maps: Seq[TaskTimes],
    reduces: Seq[TaskTimes],
    counters: Map[String, Double] = Map.empty
) {

  /** The map phase: from the start of the first map task to the end of the last. */
  def map: (Long, Long) = (maps.map(_.startedMs).min, maps.map(_.finishedMs).max)

  /** The reduce phase: from the end of the map phase to the end of the last reduce task. */
  def reduce: Option[(Long, Long)] = if (reduces.isEmpty) None else Some((map._2, reduces.map(_.finishedMs).max))

  /** The metrics: `jobSeconds`; `startSeconds` until the first task; `mapSeconds`, `reduceSeconds`; medians over the
    * reduce tasks: `fetchSeconds`, `mergeSeconds`, `writeSeconds`; `maps` and `reduces`, numbers of tasks; and the
    * counters.
    */
  def metrics: Map[String, Double] = {
    def seconds(from: Long, until: Long) = (until - from) / 1000.0
    val ends = reduces.map(task => (task.startedMs +: task.marksMs) :+ task.finishedMs).filter(_.size == 4)
    val parts =
      if (ends.isEmpty) Nil
      else
        Seq("fetchSeconds", "mergeSeconds", "writeSeconds").zipWithIndex.map { case (name, i) =>
          name -> Stats.median(ends.map(end => seconds(end(i), end(i + 1))))
        }
    Map(
      "jobSeconds" -> seconds(submittedMs, finishedMs),
      "startSeconds" -> seconds(submittedMs, map._1),
      "mapSeconds" -> seconds(map._1, map._2),
      "maps" -> maps.size.toDouble,
      "reduces" -> reduces.size.toDouble
    ) ++ reduce.map { case (from, until) => "reduceSeconds" -> seconds(from, until) } ++ parts ++ counters
  }
}
