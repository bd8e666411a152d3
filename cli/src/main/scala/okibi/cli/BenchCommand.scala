package okibi.cli

import java.nio.file.{Path, Paths}
import java.util
import java.util.concurrent.Callable

import okibi.bench.{AllBenchmarks, Benchmarks}
import okibi.bench.benchmark.{BenchOptions, BenchScale}
import okibi.bench.runner.{RunContext, UsageException}

import picocli.CommandLine.{Command, Model, Option => CliOption, Parameters, Spec}

/** `okibi bench`: the papers' experiments, stock Spark beside Okibi. */
@Command(
  name = "bench",
  description = Array(
    "Runs an experiment of the papers: stock Spark and Okibi on the same data, interleaved, each in its own JVM.",
    "Prints tables and headlines, writes OUT/result.json and OUT/index.html. 'okibi bench list' says which there are."
  ),
  subcommands = Array(classOf[CompareCommand]),
  sortOptions = false
)
final class BenchCommand extends Callable[Integer] {
  @Parameters(
    arity = "0..1",
    paramLabel = "NAME",
    description = Array("The experiment; all for one after the other, list for what there is.")
  )
  var name: String = _

  @CliOption(
    names = Array("--scale"),
    paramLabel = "SCALE",
    defaultValue = "small",
    description = Array("tiny (seconds, its figures mean nothing), small (minutes) or paper. Default: small.")
  )
  var scale: String = _

  @CliOption(
    names = Array("--out"),
    paramLabel = "DIR",
    description = Array("Folder for result.json, the page and logs. Default: results/NAME.")
  )
  var out: Path = _

  @CliOption(
    names = Array("--runs"),
    paramLabel = "N",
    converter = Array(classOf[AtLeastOne]),
    description = Array("Rounds that are measured, at least. Default: the scale's.")
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
      "Variants to run beside those that always are, as `okibi bench list` names them. Default: none."
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
      "Directory to write to, each on a device of its own; may be given more than once. Default: the experiment's."
    )
  )
  var dirs: util.List[Path] = new util.ArrayList

  @CliOption(
    names = Array("--simulate-device"),
    paramLabel = "NAME",
    description = Array(
      "A slow device to simulate and write to as well: hdd (50 MiB/s, 243 operations a second). Linux, as root. Default: none."
    )
  )
  var simulate: String = _

  @CliOption(
    names = Array("--hdfs"),
    paramLabel = "URL",
    description = Array(
      "Address of an HDFS to use, hdfs://HOST:PORT. Default: one of this machine, for the time of the run."
    )
  )
  var hdfs: String = _

  @CliOption(
    names = Array("--input"),
    paramLabel = "PATH",
    description = Array(
      "File or folder with English text, .gz files among it, for experiments on text; may be given more than once. Default: seeded text."
    )
  )
  var input: util.List[Path] = new util.ArrayList

  @CliOption(
    names = Array("--japanese"),
    paramLabel = "PATH",
    description = Array(
      "The same for Japanese. Default: manual pages in Japanese where they are installed, else seeded text."
    )
  )
  var japanese: util.List[Path] = new util.ArrayList

  @CliOption(
    names = Array("--local"),
    description = Array(
      "MapReduce jobs run in Hadoop's local job runner. Default: on a YARN of this machine, for the time of the run."
    )
  )
  var local: Boolean = _

  @CliOption(
    names = Array("--cluster"),
    paramLabel = "CONF_DIR",
    description = Array("MapReduce jobs run on the cluster of which this folder has core-site.xml and yarn-site.xml.")
  )
  var cluster: Path = _

  @CliOption(
    names = Array("--seed"),
    paramLabel = "N",
    defaultValue = "1",
    converter = Array(classOf[WholeNumber]),
    description = Array("Seed of the generated data, but TPC-H's. Default: 1.")
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
      case _ =>
        val asked = options
        Benchmarks.campaign(name, asked).run(print).exitCode
    }
  }

  private def options: BenchOptions = {
    val chosen = BenchScale.all
      .find(_.name == scale)
      .getOrElse(
        throw new UsageException(
          s"--scale $scale: no such scale. Allowed: ${BenchScale.all.map(_.name).mkString(", ")}."
        )
      )
    val here = Paths.get("").toAbsolutePath
    BenchOptions(
      scale = chosen,
      runs = Option(runs).map(_.intValue),
      only = JavaLists.toSeq(only).toSet,
      variants = JavaLists.toSeq(variants).toSet,
      queries = JavaLists.toSeq(queries).map(_.intValue).toSet,
      seed = seed,
      out = Option(out).map(here.resolve).getOrElse(here.resolve("results").resolve(name)),
      data = RunContext.root.toAbsolutePath.resolve(".okibi").resolve("data"),
      recordings = Option(recordings).map(here.resolve),
      columns = Integer.getInteger("okibi.columns", 0),
      dirs = JavaLists.toSeq(dirs).map(here.resolve),
      simulate = Option(simulate),
      args = JavaLists.toSeq(spec.commandLine.getParseResult.originalArgs),
      hdfs = Option(hdfs),
      input = JavaLists.toSeq(input).map(here.resolve),
      japanese = JavaLists.toSeq(japanese).map(here.resolve),
      local = local,
      cluster = Option(cluster).map(here.resolve)
    )
  }
}
