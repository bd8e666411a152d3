package okibi.bench.runner

import java.lang.management.ManagementFactory
import java.nio.file.{Path, Paths}
import java.time.Instant
import java.time.temporal.ChronoUnit
import java.util.concurrent.TimeUnit

import scala.util.Try

import com.sun.management.OperatingSystemMXBean

/** What a figure must be read with: the versions, the machine and the arguments behind it.
  *
  * @param storageMemory bytes that Spark has for storage in a child of the experiment's heap
  * @param simulated     what of the machine was not real, and how it was made
  */
final case class RunContext(
    commit: Option[String],
    spark: String,
    scala: String,
    jdk: String,
    cores: Int,
    memory: Long,
    storageMemory: Long,
    conf: Seq[(String, String)],
    seed: Long,
    args: Seq[String],
    time: Instant,
    simulated: Option[String] = None
) {

  def json: ujson.Obj = {
    val json = real
    simulated.foreach(what => json("simulated") = what)
    json
  }

  private def real: ujson.Obj = ujson.Obj(
    "commit" -> commit.map(ujson.Str(_)).getOrElse(ujson.Null),
    "spark" -> spark,
    "scala" -> scala,
    "jdk" -> jdk,
    "cores" -> cores,
    "memory" -> memory.toDouble,
    "storageMemory" -> storageMemory.toDouble,
    "conf" -> ujson.Obj.from(conf.map { case (key, value) => key -> ujson.Str(value) }),
    "seed" -> seed.toDouble,
    "args" -> ujson.Arr.from(args.map(ujson.Str(_))),
    "time" -> time.toString
  )

  def line: String =
    s"Spark $spark, Scala $scala, JDK $jdk, $cores cores, ${memory >> 20} MB of memory, commit ${commit.getOrElse("unknown")}, seed $seed" +
      simulated.map(what => s", $what").getOrElse("")
}

object RunContext {

  /** The context of this machine and this moment. */
  def here(
      storageMemory: Long,
      conf: Seq[(String, String)],
      seed: Long,
      args: Seq[String],
      simulated: Option[String] = None
  ): RunContext =
    RunContext(
      commit,
      org.apache.spark.SPARK_VERSION,
      _root_.scala.util.Properties.versionNumberString,
      System.getProperty("java.runtime.version"),
      Runtime.getRuntime.availableProcessors,
      physicalMemory,
      storageMemory,
      conf,
      seed,
      args,
      Instant.now.truncatedTo(ChronoUnit.SECONDS),
      simulated
    )

  /** Bytes of memory of the machine or the container. */
  def physicalMemory: Long = ManagementFactory.getOperatingSystemMXBean match {
    case os: OperatingSystemMXBean => os.getTotalMemorySize
    case _ => Long.MaxValue
  }

  /** The root of the checkout, as the launcher tells it. */
  def root: Path = Paths.get(System.getProperty("okibi.root", "."))

  private def commit: Option[String] =
    git("rev-parse", "HEAD").map { hash =>
      if (git("status", "--porcelain", "--untracked-files=no").forall(_.isEmpty)) hash else s"$hash with changes"
    }

  private def git(args: String*): Option[String] = Try {
    val process =
      new ProcessBuilder(("git" +: args).toArray: _*).directory(root.toFile).redirectErrorStream(true).start()
    val text = new String(process.getInputStream.readAllBytes()).trim
    if (process.waitFor(10, TimeUnit.SECONDS) && process.exitValue == 0) Some(text) else None
  }.toOption.flatten
}
