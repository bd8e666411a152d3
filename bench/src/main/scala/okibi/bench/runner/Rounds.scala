package okibi.bench.runner

import scala.collection.mutable

import okibi.bench.job.JobResult

/** Runs the variants of an experiment interleaved, every other round backwards, so that whatever else the machine does, and
  * whether it becomes slower or faster meanwhile, meets all of them alike.
  */
final class Rounds(children: ChildJvm, progress: Progress) {

  def run(experiment: Experiment): Seq[Row] = {
    val results = mutable.Map.empty[Variant, Vector[JobResult]].withDefaultValue(Vector.empty)
    val failures = mutable.Map.empty[Variant, String]

    def once(variant: Variant, round: Int): Unit = {
      val label = s"${experiment.name}-${variant.name.replaceAll("[^A-Za-z0-9]+", "-")}-$round"
      progress.begin(s"${experiment.name}: ${variant.name}, run $round")
      if (!failures.contains(variant)) children.run(variant, label) match {
        case Right(result) =>
          results(variant) = results(variant) :+ result
          progress.end(f"${result.seconds}%.1f s")
        case Left(reason) =>
          failures(variant) = reason
          progress.end(s"failed: $reason")
      }
      else progress.end("left out: it failed before")
    }

    val (timed, counted) = experiment.variants.partition(_.timed)
    for (round <- 1 to experiment.runs; variant <- if (round % 2 == 1) timed else timed.reverse) once(variant, round)
    counted.foreach(once(_, 1))
    experiment.variants.map(variant => row(experiment.name, variant, results(variant), failures.get(variant)))
  }

  private def row(experiment: String, variant: Variant, results: Seq[JobResult], failure: Option[String]): Row = {
    val names = results.flatMap(_.metrics.keys).distinct
    val metrics = names.map(name => name -> Stats.median(results.flatMap(_.metrics.get(name)))).toMap
    val answers = results.map(_.answer).distinct
    val unstable = if (answers.size > 1) Some(s"its own runs gave different answers: ${answers.mkString(" and ")}") else None
    Row(experiment, variant, results.map(_.seconds), metrics, answers.headOption, failure.orElse(unstable))
  }
}
