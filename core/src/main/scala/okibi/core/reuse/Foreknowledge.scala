package okibi.core.reuse

import java.util

import scala.collection.mutable

/** Derives from the driver's events how often and how soon each cached RDD will be read.
  *
  * The running jobs are known exactly: their stages are traversed like the scheduler would. [[JobHistory]] forecasts
  * the jobs after them. For an RDD outside the repeating jobs, the rule of succession over the last jobs gives the
  * chance that the next job reads it, and an RDD that the latest job makes is expected to find a reader.
  *
  * Events of jobs and stages that were never announced, and repeated events, are ignored: a listener may lose events.
  * Memory is bounded for every program. Thread-safe by one lock. `snapshot` builds a plan at most once after an event,
  * and is a volatile read otherwise.
  */
final class Foreknowledge {
  import Foreknowledge._

  private val cached = bounded[Int, CachedRdd](maxCached)
  private val shuffled = bounded[Long, Unit](maxShuffles)
  private val running = bounded[Int, RunningJob](maxRunning)
  private val history = new JobHistory
  private var newestStage = -1
  private var forecast = Forecast.nothing
  private var forecastStale = false

  @volatile private var planStale = false
  @volatile private var plan = ReusePlan.empty

  def jobStarted(job: JobShape): Unit = changed {
    job.stages.foreach(stage => newestStage = math.max(newestStage, stage.id))
    val record = JobRecord.start(job, materialised, shuffle => shuffled.containsKey(spread(shuffle)))
    history.latestEnded(record.signature).foreach(record.learn)
    record.touched.foreach(id => if (!cached.containsKey(id)) cached.put(id, new CachedRdd(history.jobs)))
    record.stages.foreach(notePeers)
    history.add(record)
    running.put(job.jobId, new RunningJob(job, record))
    forecastStale = true
  }

  /** The stage starts, or starts again after a failure. RDDs that earlier jobs have cached meanwhile change its reads.
    */
  def stageSubmitted(stage: Int): Unit = changed {
    newestStage = math.max(newestStage, stage)
    forJobsOf(stage) { (job, shape) =>
      job.submitted += stage
      job.completed -= stage
      val use = new StageTraversal(shape).use(materialised)
      job.record.started(use)
      notePeers(use)
    }
  }

  /** The stage succeeded. Failed attempts are not reported: the stage is submitted again, or its job ends. */
  def stageCompleted(stage: Int): Unit = changed {
    var counted = false
    forJobsOf(stage) { (job, _) =>
      if (job.completed.add(stage)) job.record.stages.find(_.stage == stage).foreach { use =>
        use.shuffles.foreach(shuffle => shuffled.put(spread(shuffle), ()))
        if (use.part == 1.0) use.writes.foreach(id => Option(cached.get(id)).foreach(_.materialised = true))
        if (!counted) use.reads.foreach(id => Option(cached.get(id)).foreach(_.read(use.part, history.jobs)))
        counted = true
      }
    }
  }

  /** The job succeeded or failed. Its pending reads will not happen. */
  def jobEnded(jobId: Int): Unit = changed {
    Option(running.remove(jobId)).foreach(_.end())
    forecastStale = true
  }

  def unpersisted(rdd: Int): Unit = changed {
    cached.remove(rdd)
    forecastStale = true
  }

  /** The current plan. */
  def snapshot(): ReusePlan = if (!planStale) plan
  else
    synchronized {
      if (planStale) {
        val next = ReusePlan(plan.version + 1, newestStage, reuse())
        if (!next.sameContent(plan)) plan = next
        planStale = false
      }
      plan
    }

  /** The number of remembered RDDs, shuffles and jobs; at most [[Foreknowledge.maxTracked]]. */
  private[reuse] def tracked: Int = synchronized(cached.size + shuffled.size + running.size)

  private def changed(event: => Unit): Unit = synchronized {
    event
    planStale = true
  }

  private def materialised(rdd: Int): Boolean = {
    val known = cached.get(rdd)
    known != null && known.materialised
  }

  private def forJobsOf(stage: Int)(act: (RunningJob, StageShape) => Unit): Unit = {
    val jobs = running.values.iterator
    while (jobs.hasNext) {
      val job = jobs.next()
      job.shapes.get(stage).foreach(act(job, _))
    }
  }

  private def reuse(): Array[RddReuse] = {
    if (forecastStale) {
      forecastStale = false
      forecast = history.forecast(rdd => cached.containsKey(rdd))
    }
    val pending = new mutable.HashMap[Int, PendingReads]
    val jobs = running.values.iterator
    while (jobs.hasNext) {
      val job = jobs.next()
      job.record.stages.foreach { use =>
        if (!job.completed.contains(use.stage))
          use.reads.foreach(id => pending.getOrElseUpdate(id, new PendingReads).add(use))
      }
    }
    val all = new mutable.ArrayBuffer[RddReuse]
    cached.forEach { (id, rdd) =>
      val known = pending.get(id)
      val uses = known.getOrElse(new PendingReads)
      val next = forecast.reads.getOrElse(id, guess(rdd, isPending = known.isDefined))
      all += RddReuse(
        id,
        uses.stages,
        next.count + uses.parts,
        next.distance,
        rdd.peers.filter(peer => cached.containsKey(peer))
      )
    }
    val kept = if (all.size <= ReusePlan.maxRdds) all else all.sortBy(soonness).take(ReusePlan.maxRdds)
    kept.sortBy(_.rdd).toArray
  }

  /** A program persists an RDD for a reader. So one read more is expected of an RDD that the latest job makes and that
    * no stage of a running job has read or will read: in a loop the next round reads what this round makes.
    */
  private def guess(rdd: CachedRdd, isPending: Boolean): Forecast.Reads = {
    val chance = rdd.chance(history.jobs)
    val owed = if (!isPending && rdd.awaitsReader(history.jobs)) 1.0 else 0.0
    Forecast.Reads(chance * forecast.jobs + owed, 1.0 / chance)
  }

  /** Notes the RDDs that a stage's tasks use together as peers, until another stage uses one of them in other company.
    */
  private def notePeers(use: StageUse): Unit = (use.reads ++ use.writes).foreach { id =>
    val peers =
      if (use.peers.contains(id)) use.peers.filter(_ != id).sorted.take(ReusePlan.maxPeers) else Array.empty[Int]
    Option(cached.get(id)).foreach(_.peers = peers)
  }
}

private[reuse] object Foreknowledge {
  private val maxCached = 4096
  private val maxShuffles = 4096
  private val maxRunning = 1024
  val maxTracked: Int = maxCached + maxShuffles + maxRunning

  /** Orders RDDs by their next use; RDDs without a next use come last. */
  private def soonness(rdd: RddReuse): (Double, Int) =
    (if (rdd.pending.nonEmpty) rdd.pending.head - 1e12 else rdd.distance, rdd.rdd)

  /** A number of its own for each shuffle. The halves of a shuffle's number are ids that differ by little, for which the
    * hash code of a long, one half or the other, has few values.
    */
  private[reuse] def spread(shuffle: Long): Long = shuffle * 0x9e3779b97f4a7c15L

  /** A map that forgets the entry that was not touched for the longest time. */
  private def bounded[K, V](max: Int): util.LinkedHashMap[K, V] = new util.LinkedHashMap[K, V](64, 0.75f, true) {
    override def removeEldestEntry(eldest: util.Map.Entry[K, V]): Boolean = size > max
  }

  private final class RunningJob(job: JobShape, val record: JobRecord) {
    val shapes: Map[Int, StageShape] = job.stages.map(stage => stage.id -> stage).toMap
    val submitted, completed = new mutable.HashSet[Int]
    def end(): Unit = record.end(submitted)
  }

  /** The reads of an RDD that the running jobs still have to do. */
  private final class PendingReads {
    private val ids = new mutable.TreeSet[Int]
    var parts = 0.0

    /** A stage that runs on a part of the partitions is not pending for each partition. It counts as that part of a
      * read.
      */
    def add(use: StageUse): Unit = if (use.part == 1.0) ids += use.stage else parts += use.part
    def stages: Array[Int] = ids.toArray.take(ReusePlan.maxPending)
  }

  /** A persisted RDD.
    *
    * @param firstJob the number of jobs that had started when the RDD was first seen
    */
  private final class CachedRdd(firstJob: Long) {
    var materialised = false
    var peers: Array[Int] = Array.empty
    private var reads = 1.0

    /** The number of jobs that had started at the last read. `firstJob` means that nothing has read the RDD: a read
      * comes after the start of the job in which the RDD was first seen.
      */
    private var lastJob = firstJob

    def read(part: Double, job: Long): Unit = {
      reads = reads * fading(job - lastJob) + part
      lastJob = job
    }

    /** Whether the latest of `jobs` jobs makes the RDD, and no stage has read it yet. */
    def awaitsReader(jobs: Long): Boolean = lastJob == firstJob && jobs == firstJob + 1

    /** The chance that the next job reads the RDD: Laplace's rule of succession over jobs that fade with a mean life of
      * 16.
      */
    def chance(job: Long): Double = {
      val jobs = (1 - fading(job - firstJob)) / (1 - fading(1))
      math.min(1.0, reads * fading(job - lastJob) / (jobs + 2))
    }
  }

  private def fading(jobs: Long): Double = math.pow(15.0 / 16, jobs.toDouble)
}
