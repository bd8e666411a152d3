package okibi.bench.cluster

import okibi.bench.runner.Stats

/** When a task ran.
  *
  * @param marks moments between: when a reduce task had fetched everything, and when it had merged it; none where they are not known
  */
final case class TaskTimes(startedMs: Long, finishedMs: Long, marks: Seq[Long] = Nil)

/** When the tasks of a MapReduce job ran, in milliseconds of the clock.
  *
  * @param counters `map` or `reduce`, a dot, and Hadoop's name of the counter; none where they are not known
  */
final case class JobTimes(
    submittedMs: Long,
    finishedMs: Long,
    maps: Seq[TaskTimes],
    reduces: Seq[TaskTimes],
    counters: Map[String, Double] = Map.empty
) {

  /** From the first map task's start to the last one's end. */
  def map: (Long, Long) = (maps.map(_.startedMs).min, maps.map(_.finishedMs).max)

  /** From then on to the last reduce task's end. */
  def reduce: Option[(Long, Long)] = if (reduces.isEmpty) None else Some((map._2, reduces.map(_.finishedMs).max))

  /** `jobSeconds`; `startSeconds` until the first task; `mapSeconds`, `reduceSeconds`; of a reduce task, in the median, `fetchSeconds`, `mergeSeconds` and
    * `writeSeconds`; `maps` and `reduces`; the counters.
    */
  def metrics: Map[String, Double] = {
    def seconds(from: Long, until: Long) = (until - from) / 1000.0
    val ends = reduces.map(task => (task.startedMs +: task.marks) :+ task.finishedMs).filter(_.size == 4)
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
