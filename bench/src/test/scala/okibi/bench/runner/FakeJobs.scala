package okibi.bench.runner

import java.nio.file.{Files, Paths}

import okibi.bench.job.{Job, JobRequest, JobResult, SparkJob, Stopwatch}
import okibi.spark.{Okibi, OkibiPlugin}

import org.apache.spark.{SparkConf, SparkContext}

/** Children for the runner's tests. */
object EchoJob extends Job {
  override def run(request: JobRequest): JobResult =
    JobResult(
      request.conf.toMap.get("seconds").map(_.toDouble).getOrElse(1.0),
      request.args("n"),
      Map("maxHeap" -> Runtime.getRuntime.maxMemory.toDouble)
    )
}

/** Two phases, of which the second may crash. */
object PhasesJob extends Job {
  override def run(request: JobRequest): JobResult = {
    val watch = new Stopwatch(request.turns)
    System.out.println("a line of the job's own")
    watch.time("first")(())
    watch.time("second")(if (request.setting("crash").isDefined) throw new IllegalStateException("halfway"))
    JobResult(watch.totalSeconds, request.args("n"), watch.metrics)
  }
}

/** Takes as many seconds as it was given work in its JVM, this run and before, and may crash in one of the runs. */
object CountingJob extends Job {
  private var runs = 0
  private var work = 0

  override def run(request: JobRequest): JobResult = {
    runs += 1
    work += request.int("n")
    if (request.setting("crash").contains(runs.toString)) throw new IllegalStateException(s"crash in run $runs")
    JobResult(work, request.args("n"), Map("doubled" -> 2.0 * work))
  }
}

/** Takes the seconds that it was given for each of its runs in turn, those that warm a JVM up apart; they are counted in a file where one is given, for runs in
  * JVMs of their own.
  */
object ScriptedJob extends Job {
  private var runs = -1

  override def run(request: JobRequest): JobResult = {
    val seconds = request.setting("seconds").get.split(',').map(_.toDouble)
    val now = request.setting("state").map(Paths.get(_)).fold { runs += 1; runs } { state =>
      val before = if (Files.exists(state)) Files.readString(state).length else 0
      Files.writeString(state, "." * (before + 1))
      before + 1
    }
    JobResult(if (now == 0) 0 else seconds(now - 1), request.args("n"), Map.empty)
  }
}

object CrashingJob extends Job {
  override def run(request: JobRequest): JobResult = throw new IllegalStateException("the disk is on fire")
}

/** Fills its heap. */
object HungryJob extends Job {
  override def run(request: JobRequest): JobResult = {
    val all = Iterator.continually(new Array[Byte](1 << 20)).toList
    JobResult(all.size.toDouble, ujson.Null, Map.empty)
  }
}

object SilentJob extends Job {
  override def run(request: JobRequest): JobResult = sys.exit(7)
}

/** Ends only when somebody ends it. */
object EndlessJob extends Job {
  override def run(request: JobRequest): JobResult = synchronized {
    System.err.println("waiting")
    while (true) wait()
    throw new IllegalStateException("woken")
  }
}

/** Whether Spark's classes come from an archive, as the virtual machine's log of its classes in the work folder says. */
object ClassesJob extends Job {
  override def run(request: JobRequest): JobResult = JobResult(0, isArchived, Map.empty)

  def isArchived: Boolean = {
    val spark = classOf[SparkConf].getName
    Files.readString(Paths.get("loaded.log")).linesIterator.exists(_.contains(s" $spark source: shared objects file"))
  }
}

/** Where Spark's classes and the plugin's come from, and whether the plugin is at work. */
object PluggedJob extends SparkJob("plugged") {
  override def run(sc: SparkContext, request: JobRequest, watch: Stopwatch): ujson.Value = {
    val way =
      if (classOf[OkibiPlugin].getClassLoader eq ClassLoader.getSystemClassLoader) "on the class path" else "by --jars"
    sc.parallelize(1 to 10, 2).cache().count()
    ujson.Arr(
      if (ClassesJob.isArchived) "from the archive" else "from jars",
      s"$way, ${if (Okibi.metrics.isEmpty) "idle" else "at work"}"
    )
  }
}
