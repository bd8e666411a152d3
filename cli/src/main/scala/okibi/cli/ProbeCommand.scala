package okibi.cli

import java.nio.file.{Path, Paths}
import java.util
import java.util.concurrent.Callable

import okibi.bench.machine.probe.{MachineProbe, MachineProfileJson}
import okibi.bench.runner.UsageException

import picocli.CommandLine.{Command, Model, Option => CliOption, Spec}

/** `okibi probe`: measures the limits of this machine. */
@Command(
  name = "probe",
  description = Array(
    "Measures this machine once, in less than a minute: memory, page cache, devices, compression, serializers, " +
      "sorting.",
    "Prints tables and keeps a machine profile, with which experiments compare their results."
  ),
  sortOptions = false
)
final class ProbeCommand extends Callable[Integer] {
  @CliOption(
    names = Array("--dir"),
    paramLabel = "DIR",
    description = Array(
      "Directory whose device is measured; may be given more than once.",
      "Default: the work folder, and /dev/shm if it exists."
    )
  )
  var dirs: util.List[Path] = new util.ArrayList

  @CliOption(names = Array("--quick"), description = Array("Take a quarter of the time, for rough figures."))
  var quick: Boolean = false

  @Spec
  var spec: Model.CommandSpec = _

  override def call(): Integer = {
    if (!hasSpark)
      throw new UsageException(
        "no Spark 4.0 or later with Scala 2.13 found, whose serializers and codecs are measured. Set SPARK_HOME, or " +
          "install PySpark: pip install pyspark"
      )
    val here = Paths.get("").toAbsolutePath
    MachineProbe(
      JavaLists.toSeq(dirs).map(here.resolve),
      quick,
      MachineProfileJson.file,
      Terminal.columns
    ).run(spec.commandLine.getOut)
  }

  /** An installed package takes Spark's classes from the user's Spark, if there is one that fits. */
  private def hasSpark: Boolean =
    getClass.getClassLoader.getResource("org/apache/spark/serializer/KryoSerializer.class") != null
}
