package okibi.bench.experiment.demo

import okibi.bench.benchmark.{CacheColumns, StandardVariants}
import okibi.bench.runner.{Column, Experiment, ExperimentReport, Headline}
import okibi.bench.workload.FilterJob

/** The filter test of Hayase et al., section 5.1, without an index: two cached RDDs that compete for memory. */
object FilterExperiment {
  def apply(plan: DemoPlan): Experiment = {
    val job = FilterJob.mainClass
    val work =
      if (plan.inputs.isEmpty)
        seeded(plan, (plan.storageBytes * plan.scale.filterMultiple).toLong, plan.scale.filterRounds)
      else fromInput(plan)
    val data =
      if (plan.inputs.isEmpty) f"${work("bytes").num / 1e6}%.0f MB of seeded text"
      else s"text of ${plan.inputs.mkString(", ")}"
    Experiment(
      name = "filter",
      about = s"filter test, $data as lines and as words, ${plan.scale.filterRounds} rounds of 10 filters and a word " +
        "count, " +
        s"MEMORY_AND_DISK, heap ${plan.heap}",
      variants = StandardVariants.timed(job, work, plan.heap) :+ StandardVariants.counting(job, work, plan.heap),
      runs = plan.rounds.others,
      report = ExperimentReport(
        columns = CacheColumns.all ++ (if (plan.inputs.isEmpty) Nil else Seq(brokenBytes)),
        headlines = rows => Headline.ratio("filter.ratio", rows, StandardVariants.okibi, StandardVariants.stock).toSeq
      )
    )
  }

  /** Arguments of the job for seeded data that take `bytes` bytes in memory. */
  def seeded(plan: DemoPlan, bytes: Long, rounds: Int): ujson.Obj =
    FilterJob.seeded(bytes, plan.scale.partitions, rounds, plan.seed)

  private def fromInput(plan: DemoPlan): ujson.Obj =
    ujson.Obj("input" -> ujson.Arr.from(plan.inputs.map(ujson.Str(_))), "rounds" -> plan.scale.filterRounds)

  /** Bytes of the user's text that are not UTF-8 and were replaced. */
  private def brokenBytes: Column =
    Column("broken bytes", (row, _) => row.answer.map(answer => f"${answer("brokenBytes").num}%.0f").getOrElse("-"))
}
