package okibi.cli

import java.nio.file.{Path, Paths}
import java.util
import java.util.concurrent.Callable

import okibi.bench.{AllBenchmarks, Benchmarks}
import okibi.bench.benchmark.{BenchDevices, BenchHadoop, BenchOptions, BenchScale, BenchSelection, BenchTexts}
import okibi.bench.runner.{Checkout, RunOutput, UsageException}

import picocli.CommandLine.{Command, Model, Option => CliOption, Parameters, Spec}

/** `okibi bench`: the experiments of papers, stock Spark beside Okibi. */
@Command(
  name = "bench",
  description = Array(
    "Runs an experiment of a paper: stock Spark and Okibi on the same data, interleaved, each in its own JVM.",
    "Prints tables and headlines, writes OUT/result.json and OUT/index.html. 'okibi bench list' lists the experiments."
  ),
  subcommands = Array(classOf[CompareCommand]),
  sortOptions = false
)
final class BenchCommand extends Callable[Integer] {
  @Parameters(
    arity = "0..1",
    paramLabel = "NAME",
    description = Array("The experiment; all: every experiment, one after the other; list: lists the experiments.")
  )
  var name: String = _

  @CliOption(
    names = Array("--scale"),
    paramLabel = "SCALE",
    defaultValue = "small",
    description = Array("tiny (seconds, the figures mean nothing), small (minutes) or paper. Default: small.")
  )
  var scale: String = _

  @CliOption(
    names = Array("--out"),
    paramLabel = "DIR",
    description = Array("Folder for result.json, the page and the logs. Default: results/NAME.")
  )
  var out: Path = _

  @CliOption(
    names = Array("--runs"),
    paramLabel = "N",
    converter = Array(classOf[AtLeastOne]),
    description = Array("Rounds to measure at least. Default: the scale's own number.")
  )
  var runs: Integer = _

  @CliOption(
    names = Array("--only"),
    paramLabel = "PART",
    split = ",",
    description = Array("Parts of the experiment to run. Default: all.")
  )
  var only: util.Set[String] = new util.LinkedHashSet

  @CliOption(
    names = Array("--variants"),
    paramLabel = "NAME",
    split = ",",
    description = Array(
      "Variants to run beside those that always run, by the names of 'okibi bench list'. Default: none."
    )
  )
  var variants: util.Set[String] = new util.LinkedHashSet

  @CliOption(
    names = Array("--queries"),
    paramLabel = "N",
    split = ",",
    converter = Array(classOf[AtLeastOne]),
    description = Array("Queries to run, by their numbers. Default: all.")
  )
  var queries: util.Set[Integer] = new util.LinkedHashSet

  @CliOption(
    names = Array("--dir"),
    paramLabel = "DIR",
    description = Array(
      "Directory to write to, on a device of its own; may be given more than once. Default: the experiment's own."
    )
  )
  var dirs: util.List[Path] = new util.ArrayList

  @CliOption(
    names = Array("--simulate-device"),
    paramLabel = "NAME",
    description = Array(
      "A slow device to simulate and to write to as well: hdd (50 MiB/s, 243 operations a second),",
      "or ssd (500 MB/s, 90,000 operations a second).",
      "Needs Linux and root. Default: none."
    )
  )
  var simulate: String = _

  @CliOption(
    names = Array("--hdfs"),
    paramLabel = "URL",
    description = Array(
      "Address of an HDFS to use, hdfs://HOST:PORT. Default: an HDFS on this machine, for the time of the run."
    )
  )
  var hdfs: String = _

  @CliOption(
    names = Array("--input"),
    paramLabel = "PATH",
    description = Array(
      "File or folder with English text, plain or .gz, for experiments on text; may be given more than once.",
      "Default: seeded text."
    )
  )
  var input: util.List[Path] = new util.ArrayList

  @CliOption(
    names = Array("--japanese"),
    paramLabel = "PATH",
    description = Array(
      "The same for Japanese text. Default: installed manual pages in Japanese, else seeded text."
    )
  )
  var japanese: util.List[Path] = new util.ArrayList

  @CliOption(
    names = Array("--local"),
    description = Array(
      "Run MapReduce jobs in Hadoop's local job runner. Default: on a YARN on this machine, for the time of the run."
    )
  )
  var local: Boolean = _

  @CliOption(
    names = Array("--cluster"),
    paramLabel = "CONF_DIR",
    description = Array("Run MapReduce jobs on the cluster whose core-site.xml and yarn-site.xml are in this folder.")
  )
  var cluster: Path = _

  @CliOption(
    names = Array("--seed"),
    paramLabel = "N",
    defaultValue = "1",
    converter = Array(classOf[WholeNumber]),
    description = Array("Seed of the generated data, except those of TPC-H. Default: 1.")
  )
  var seed: Long = _

  @CliOption(
    names = Array("--jfr"),
    paramLabel = "DIR",
    description = Array("Folder for a Flight Recorder file of each JVM. Default: none.")
  )
  var recordings: Path = _

  @Spec
  var spec: Model.CommandSpec = _

  override def call(): Integer = {
    val print = spec.commandLine.getOut
    name match {
      case null => throw new UsageException(s"no experiment given. Allowed: ${Benchmarks.allowed}.")
      case "list" =>
        Benchmarks.list.foreach(line => print.println(line))
        0
      case AllBenchmarks.name => AllBenchmarks.run(options, print)
      case _ => Benchmarks.campaign(name, options).run(print).exitCode
    }
  }

  private def options: BenchOptions = {
    val here = Paths.get("").toAbsolutePath
    BenchOptions(
      scale = ScaleOption.find(scale, BenchScale.all)(_.name),
      output = RunOutput(
        Option(out).map(here.resolve).getOrElse(here.resolve("results").resolve(name)),
        Terminal.columns,
        Option(recordings).map(here.resolve)
      ),
      dataFolder = Checkout.kept("data"),
      seed = seed,
      runs = Option(runs).map(_.intValue),
      args = JavaLists.toSeq(spec.commandLine.getParseResult.originalArgs),
      selection = BenchSelection(
        parts = JavaLists.toSeq(only).toSet,
        variants = JavaLists.toSeq(variants).toSet,
        queries = JavaLists.toSeq(queries).map(_.intValue).toSet
      ),
      devices = BenchDevices(JavaLists.toSeq(dirs).map(here.resolve), Option(simulate)),
      texts = BenchTexts(JavaLists.toSeq(input).map(here.resolve), JavaLists.toSeq(japanese).map(here.resolve)),
      hadoop = BenchHadoop(Option(hdfs), local, Option(cluster).map(here.resolve))
    )
  }
}
