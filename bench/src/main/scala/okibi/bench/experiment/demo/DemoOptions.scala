package okibi.bench.experiment.demo

import java.nio.file.Path

/** What the user asked `okibi demo` for.
  *
  * @param inputs   files or folders for the filter test; empty for seeded data
  * @param heap     of the child JVMs, as the user wrote it; the scale's own if none
  * @param runs     rounds, if not the scale's
  * @param only     names of the experiments to run; empty for all
  * @param out      folder of result.json and the logs
  * @param columns  width of the terminal for a progress bar; 0 when there is none
  * @param args     the command line, for the record
  */
final case class DemoOptions(
    inputs: Seq[String],
    heap: Option[String],
    scale: DemoScale,
    runs: Option[Int],
    only: Set[String],
    seed: Long,
    out: Path,
    columns: Int,
    args: Seq[String]
)
