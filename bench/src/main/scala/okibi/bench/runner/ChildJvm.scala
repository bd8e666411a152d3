package okibi.bench.runner

import java.nio.file.{Files, Path}

import scala.concurrent.duration.{DurationInt, FiniteDuration}

import okibi.bench.protocol.{JobRequest, JobResult, SubmittedJob}

/** Runs a variant in a JVM of its own.
  *
  * @param scope      what the child ends with
  * @param logs       folder for the children's logs, which are kept
  * @param recordings folder for a Flight Recorder file of each child, if one is wanted
  * @param shared     where those find their classes that have this JVM's class path, and how applications of Spark are submitted; without it, their main class
  *                   is started with this JVM's class path, and Okibi is on that
  * @param brief      whether children live for seconds and nobody looks at how long: the first of the virtual machine's compilers alone is then quicker
  * @param patience   how long a child may take for its start, for a phase and for its end; one that takes longer is ended and has failed
  */
final class ChildJvm(
    scope: RunScope,
    logs: Path,
    recordings: Option[Path] = None,
    patience: FiniteDuration = ChildJvm.patience,
    brief: Boolean = false,
    shared: Option[SharedClasses] = None
) {
  Files.createDirectories(logs)
  recordings.foreach(folder => Files.createDirectories(folder))

  /** Runs a child whose phases need not wait for anybody.
    *
    * @param label names the log and the work folder; unique within the scope
    * @param jvmArgs further options of the JVM
    * @return the job's result, or the reason why there is none
    */
  def run(variant: Variant, label: String, jvmArgs: Seq[String] = Nil): Either[String, JobResult] = {
    val child = start(variant, label, jvmArgs = jvmArgs)
    while (child.isReady) child.turn()
    child.results().map(_.head)
  }

  /** Starts a child, which waits before its first turn.
    *
    * @param runs as [[okibi.bench.protocol.JobRequest]] has it
    */
  def start(variant: Variant, label: String, runs: Seq[JobRequest.Run] = Nil, jvmArgs: Seq[String] = Nil): Child = {
    val work = scope.subfolder(label)
    val log = logs.resolve(s"$label.log")
    val request = work.resolve("request.json")
    val result = work.resolve("result.json")
    val local = Files.createDirectories(work.resolve("local"))
    JobRequest(variant.conf, variant.args, local, runs).write(request)
    val process = scope.start(builder(variant, request, result, work, log, label, jvmArgs))
    def outcome: Either[String, Seq[JobResult]] =
      try {
        val exitCode = scope.end(process)
        if (exitCode == 0 && Files.isRegularFile(result)) Right(JobResult.read(result))
        else Left(FailureReason(exitCode, variant.heap, log))
      } finally RunScope.delete(work)
    new Child(process, patience, outcome)
  }

  private def builder(
      variant: Variant,
      request: Path,
      result: Path,
      work: Path,
      log: Path,
      label: String,
      more: Seq[String]
  ): ProcessBuilder = {
    val recording = recordings.map(folder =>
      s"-XX:StartFlightRecording=settings=profile,dumponexit=true,filename=${folder.resolve(s"$label.jfr")}"
    )
    // Standard output is the line to the runner: what the virtual machine has to say belongs in the log.
    val shares = shared.filter(_ => variant.classPath == JavaCommand.ownClassPath)
    val jvmArgs = Seq(
      s"-Xmx${variant.heap}",
      "-XX:+UseG1GC",
      "-XX:+DisplayVMOutputToStderr",
      s"-Djava.io.tmpdir=$work",
      "-Djava.net.preferIPv4Stack=true"
    ) ++ JavaCommand.logging ++ (if (brief) ChildJvm.brief else Nil) ++ recording ++ shares.toSeq
      .flatMap(_.jvmArgs) ++ more
    val args = Seq(request.toString, result.toString)
    val command = variant.launcher ++ (shares match {
      case Some(classes) if SubmittedJob.is(variant.job) =>
        JavaCommand.submit(variant.job, jvmArgs, args, classes.submission)
      case _ => JavaCommand(variant.job, jvmArgs, args, classPath = shares.fold(variant.classPath)(_.classPath))
    })
    val builder = new ProcessBuilder(command.toArray: _*).directory(work.toFile).redirectError(log.toFile)
    builder.environment.put("SPARK_LOCAL_IP", "127.0.0.1")
    Submission.foreign.foreach(builder.environment.remove)
    builder
  }
}

object ChildJvm {
  val patience: FiniteDuration = 30.minutes

  /** Flags of children that live for seconds: the first compiler alone, and the collector without threads of its own. */
  private val brief = Seq("-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC")
}
