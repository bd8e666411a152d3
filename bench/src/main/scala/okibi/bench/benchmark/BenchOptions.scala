package okibi.bench.benchmark

import java.nio.file.Path

import okibi.bench.runner.RunOutput

/** What the user asked `okibi bench` for.
  *
  * @param dataFolder where generated data are kept from run to run
  * @param runs       rounds that are measured at least; without it, the scale's own number
  * @param args       the command line, for the record
  */
final case class BenchOptions(
    scale: BenchScale,
    output: RunOutput,
    dataFolder: Path,
    seed: Long,
    runs: Option[Int] = None,
    args: Seq[String] = Nil,
    selection: BenchSelection = BenchSelection(),
    devices: BenchDevices = BenchDevices(),
    texts: BenchTexts = BenchTexts(),
    hadoop: BenchHadoop = BenchHadoop()
) {

  /** Whether a part of the experiment runs. */
  def includes(part: String): Boolean = selection.parts.isEmpty || selection.parts(part)
}

/** What is chosen of an experiment.
  *
  * @param parts    to run; empty for all
  * @param variants to run beside those that always run
  * @param queries  numbers of the queries to run; empty for all
  */
final case class BenchSelection(
    parts: Set[String] = Set.empty,
    variants: Set[String] = Set.empty,
    queries: Set[Int] = Set.empty
)

/** Where experiments on devices write.
  *
  * @param directories whose devices are compared; empty for the experiment's defaults
  * @param simulated   name of a slow device to simulate and to compare too
  */
final case class BenchDevices(directories: Seq[Path] = Nil, simulated: Option[String] = None)

/** Files and folders with text that experiments read.
  *
  * @param english  empty for seeded text
  * @param japanese empty for installed manual pages, or seeded text without them
  */
final case class BenchTexts(english: Seq[Path] = Nil, japanese: Seq[Path] = Nil)

/** Where Hadoop runs.
  *
  * @param hdfs        address of an HDFS to use; without it, an HDFS on this machine
  * @param localRunner whether MapReduce jobs run in Hadoop's local job runner
  * @param clusterConf folder with the configuration of a cluster on which MapReduce jobs run; without either, a YARN on
  *                    this machine
  */
final case class BenchHadoop(
    hdfs: Option[String] = None,
    localRunner: Boolean = false,
    clusterConf: Option[Path] = None
)
