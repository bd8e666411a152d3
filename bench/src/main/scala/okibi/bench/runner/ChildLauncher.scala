package okibi.bench.runner

import java.io.File
import java.nio.file.{Files, Path}

import scala.concurrent.duration.{DurationInt, FiniteDuration}

import okibi.bench.protocol.{JobRequest, JobResult, SubmittedJob}

/** Starts children: JVMs that run one variant each.
  *
  * @param scope      ends the children when it is closed
  * @param logs       folder for the children's logs, which are kept
  * @param recordings folder for a Flight Recorder file of each child; none by default
  * @param patience   longest time for a child's start, for each phase and for its end. A child that takes longer is
  *                   ended and has failed
  * @param brief      whether children live for seconds and their time does not matter. The first of the JVM's compilers
  *                   alone is then faster
  * @param shared     where children with this JVM's class path find their classes, and how Spark applications are
  *                   submitted. Without it, a child's main class runs on this JVM's class path, which has Okibi on it
  */
final class ChildLauncher(
    scope: RunScope,
    logs: Path,
    recordings: Option[Path] = None,
    patience: FiniteDuration = ChildLauncher.patience,
    brief: Boolean = false,
    shared: Option[SharedClasses] = None
) {
  Files.createDirectories(logs)
  recordings.foreach(folder => Files.createDirectories(folder))

  /** Runs a child whose phases wait for no other child.
    *
    * @param label   names the log and the work folder; unique within the scope
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
    * @param runs see [[okibi.bench.protocol.JobRequest]]
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
    val args = Seq(request.toString, result.toString)
    val program = variant.interpreter match {
      case Some(python) => Seq(python.toString, variant.job) ++ args
      case None => jvm(variant, work, label, args, more)
    }
    val command = variant.commandPrefix ++ program
    val builder = new ProcessBuilder(command.toArray: _*).directory(work.toFile).redirectError(log.toFile)
    builder.environment.put("SPARK_LOCAL_IP", "127.0.0.1")
    Submission.userVariables.foreach(builder.environment.remove)
    variant.interpreter.foreach { python =>
      builder.environment.put("JAVA_HOME", System.getProperty("java.home"))
      builder.environment.put("PYSPARK_PYTHON", python.toString)
      val modules = Seq("python/src", "bench/src/main/python").map(Checkout.root.resolve(_).toString)
      builder.environment.put("PYTHONPATH", modules.mkString(File.pathSeparator))
    }
    builder
  }

  /** The command line of a JVM. */
  private def jvm(
      variant: Variant,
      work: Path,
      label: String,
      args: Seq[String],
      more: Seq[String]
  ): Seq[String] = {
    val recording = recordings.map(folder =>
      s"-XX:StartFlightRecording=settings=profile,dumponexit=true,filename=${folder.resolve(s"$label.jfr")}"
    )
    val sharedClasses = shared.filter(_ => variant.classPath == JavaCommand.ownClassPath)
    // Standard output carries the protocol with the runner: the JVM's own messages belong in the log.
    val jvmArgs = Seq(
      s"-Xmx${variant.heap}",
      "-XX:+DisplayVMOutputToStderr",
      s"-Djava.io.tmpdir=$work",
      "-Djava.net.preferIPv4Stack=true"
    ) ++ JavaCommand.logging ++ (if (brief) ChildLauncher.briefFlags
                                 else ChildLauncher.measuredFlags) ++ recording ++ sharedClasses.toSeq
      .flatMap(_.jvmArgs) ++ more
    sharedClasses match {
      case Some(classes) if SubmittedJob.is(variant.job) =>
        JavaCommand.submit(variant.job, jvmArgs, args, classes.submission, variant.jars)
      case _ =>
        val classPath = sharedClasses.fold(variant.classPath)(_.classPath) +: variant.jars.map(_.toString)
        JavaCommand(variant.job, jvmArgs, args, classPath.mkString(File.pathSeparator))
    }
  }
}

object ChildLauncher {
  val patience: FiniteDuration = 30.minutes

  /** Flags of children whose time is measured: the collector that Spark's and Hadoop's users have. */
  private val measuredFlags = Seq("-XX:+UseG1GC")

  /** Flags of children that live for seconds: the first compiler alone, and the collector without threads of its own.
    */
  private val briefFlags = Seq("-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC")
}
