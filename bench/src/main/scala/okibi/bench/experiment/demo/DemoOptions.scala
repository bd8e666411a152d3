package okibi.bench.experiment.demo

import okibi.bench.runner.RunOutput

/** What the user asked `okibi demo` for.
  *
  * @param inputs files or folders for the filter test; empty for seeded data
  * @param heap   of the child JVMs, as the user wrote it; without it, the scale's own
  * @param runs   rounds that are measured at least; without it, the scale's own number
  * @param only   names of the experiments to run; empty for all
  * @param args   the command line, for the record
  */
final case class DemoOptions(
    scale: DemoScale,
    output: RunOutput,
    seed: Long,
    inputs: Seq[String] = Nil,
    heap: Option[String] = None,
    runs: Option[Int] = None,
    only: Set[String] = Set.empty,
    args: Seq[String] = Nil
)
