package okibi.bench.benchmark

import java.nio.file.Path

/** What the user asked `okibi bench` for.
  *
  * @param runs       rounds of child JVMs, if not the scale's
  * @param only       parts to run; empty for all
  * @param variants   variants to run beside those that always run
  * @param queries    numbers of the queries to run; empty for all
  * @param out        folder of result.json and the logs
  * @param data       folder where generated data are kept from run to run
  * @param recordings folder for Flight Recorder files of the children, if wanted
  * @param columns    width of the terminal for a progress bar; 0 when there is none
  * @param dirs       directories whose devices are compared; empty for the experiment's defaults
  * @param simulate   name of a slow device to simulate and compare too
  * @param args       the command line, for the record
  * @param hdfs       address of an HDFS to use in place of one of this machine
  * @param input      files and folders with English text to work on; empty for seeded text
  * @param japanese   the same for Japanese
  * @param local      whether MapReduce jobs run in Hadoop's local job runner
  * @param cluster    folder with the configuration of a cluster on which they run; without either, on a YARN of this machine
  */
final case class BenchOptions(
    scale: BenchScale,
    runs: Option[Int],
    only: Set[String],
    variants: Set[String],
    queries: Set[Int],
    seed: Long,
    out: Path,
    data: Path,
    recordings: Option[Path],
    columns: Int,
    args: Seq[String],
    dirs: Seq[Path] = Nil,
    simulate: Option[String] = None,
    hdfs: Option[String] = None,
    input: Seq[Path] = Nil,
    japanese: Seq[Path] = Nil,
    local: Boolean = false,
    cluster: Option[Path] = None
) {

  def has(part: String): Boolean = only.isEmpty || only(part)
}
