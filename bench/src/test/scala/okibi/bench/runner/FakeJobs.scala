package okibi.bench.runner

import okibi.bench.job.{Job, JobRequest, JobResult}

/** Children for the runner's tests. */
object EchoJob extends Job {
  override def run(request: JobRequest): JobResult =
    JobResult(request.conf.toMap.get("seconds").map(_.toDouble).getOrElse(1.0), request.args("n"), Map("maxHeap" -> Runtime.getRuntime.maxMemory.toDouble))
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
