package okibi.bench.runner

import java.lang.management.ManagementFactory
import java.time.Instant
import java.time.temporal.ChronoUnit
import java.util.concurrent.TimeUnit

import scala.util.Try

import com.sun.management.OperatingSystemMXBean

/** What a reader must know of a figure: the versions, the machine and the arguments behind it.
  *
  * @param memoryBytes  of the machine or the container
  * @param storageBytes that Spark has for storage in a child of the experiment
  * @param conf         Spark configuration that installs Okibi
  * @param args         the command line
  * @param simulated    which part of the machine was simulated, and how
  */
final case class RunContext(
    software: SoftwareVersions,
    cores: Int,
    memoryBytes: Long,
    storageBytes: Long,
    conf: Seq[(String, String)],
    seed: Long,
    args: Seq[String],
    time: Instant,
    simulated: Option[String] = None
) {
  def json: ujson.Obj = {
    val json = ujson.Obj(
      "commit" -> software.commit.map(ujson.Str(_)).getOrElse(ujson.Null),
      "spark" -> software.spark,
      "scala" -> software.scala,
      "jdk" -> software.jdk,
      "cores" -> cores,
      "memory" -> memoryBytes.toDouble,
      "storageMemory" -> storageBytes.toDouble,
      "conf" -> ujson.Obj.from(conf.map { case (key, value) => key -> ujson.Str(value) }),
      "seed" -> seed.toDouble,
      "args" -> ujson.Arr.from(args.map(ujson.Str(_))),
      "time" -> time.toString
    )
    simulated.foreach(device => json("simulated") = device)
    json
  }

  def line: String =
    s"Spark ${software.spark}, Scala ${software.scala}, JDK ${software.jdk}, $cores cores, " +
      s"${memoryBytes >> 20} MB of memory, commit ${software.commit.getOrElse("unknown")}, seed $seed" +
      simulated.map(device => s", $device").getOrElse("")
}

/** @param commit of the checkout, with a remark where files differ from it; none outside a git repository */
final case class SoftwareVersions(commit: Option[String], spark: String, scala: String, jdk: String)

object RunContext {

  /** The context of this machine and this moment. */
  def here(
      storageBytes: Long,
      conf: Seq[(String, String)],
      seed: Long,
      args: Seq[String],
      simulated: Option[String] = None
  ): RunContext =
    RunContext(
      SoftwareVersions(
        commit,
        org.apache.spark.SPARK_VERSION,
        scala.util.Properties.versionNumberString,
        System.getProperty("java.runtime.version")
      ),
      Runtime.getRuntime.availableProcessors,
      physicalMemoryBytes,
      storageBytes,
      conf,
      seed,
      args,
      Instant.now.truncatedTo(ChronoUnit.SECONDS),
      simulated
    )

  /** Memory of the machine or the container. */
  def physicalMemoryBytes: Long = ManagementFactory.getOperatingSystemMXBean match {
    case os: OperatingSystemMXBean => os.getTotalMemorySize
    case _ => Long.MaxValue
  }

  private def commit: Option[String] =
    git("rev-parse", "HEAD").map { hash =>
      if (git("status", "--porcelain", "--untracked-files=no").forall(_.isEmpty)) hash else s"$hash with changes"
    }

  private def git(args: String*): Option[String] = Try {
    val command = ("git" +: args).toArray
    val process = new ProcessBuilder(command: _*).directory(Checkout.root.toFile).redirectErrorStream(true).start()
    val text = new String(process.getInputStream.readAllBytes()).trim
    if (process.waitFor(10, TimeUnit.SECONDS) && process.exitValue == 0) Some(text) else None
  }.toOption.flatten
}
