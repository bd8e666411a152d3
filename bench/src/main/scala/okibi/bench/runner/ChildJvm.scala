package okibi.bench.runner

import java.nio.file.{Files, Path}

import okibi.bench.job.{JobRequest, JobResult}

/** Runs a variant once in a JVM of its own.
  *
  * @param scope what the child ends with
  * @param logs  folder for the children's logs, which are kept
  */
final class ChildJvm(scope: RunScope, logs: Path) {
  Files.createDirectories(logs)

  /** @param label names the log and the work folder; unique within the scope
    * @return the job's result, or the reason why there is none
    */
  def run(variant: Variant, label: String): Either[String, JobResult] = {
    val work = scope.subfolder(label)
    val log = logs.resolve(s"$label.log")
    val request = work.resolve("request.json")
    val result = work.resolve("result.json")
    val local = Files.createDirectories(work.resolve("local"))
    JobRequest(variant.conf, variant.args, local).write(request)
    try {
      val exitCode = scope.run(builder(variant, request, result, work, log))
      if (exitCode == 0 && Files.isRegularFile(result)) Right(JobResult.read(result))
      else Left(FailureReason(exitCode, variant.heap, log))
    } finally RunScope.delete(work)
  }

  private def builder(variant: Variant, request: Path, result: Path, work: Path, log: Path): ProcessBuilder = {
    val jvmArgs = Seq(s"-Xmx${variant.heap}", "-XX:+UseG1GC", s"-Djava.io.tmpdir=$work",
      "-Dlog4j2.configurationFile=classpath:okibi/log4j2-job.properties", "-Djava.net.preferIPv4Stack=true")
    val command = JavaCommand(variant.job, jvmArgs, Seq(request.toString, result.toString))
    val builder = new ProcessBuilder(command.toArray: _*).redirectErrorStream(true).redirectOutput(log.toFile)
    builder.environment.put("SPARK_LOCAL_IP", "127.0.0.1")
    builder
  }
}
