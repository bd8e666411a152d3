package okibi.explain.finding

import okibi.explain.event.Level
import okibi.explain.facts.{AppFacts, CacheFacts, CacheReads, Part, StageFacts}
import okibi.explain.predict.{ReadSpeed, Replay, Shrunk}
import okibi.explain.predict.Replay.blockBytes

object CacheThrash
    extends Rule(
      "cache-thrash",
      "Cached data do not fit memory, and are read or made again and again",
      "blocks of a persisted RDD left memory or never got there, and tasks of later stages that found theirs on disk or nowhere took `share` of all tasks' time longer than they would have with Okibi's " +
        "blocks on disk. Predicted is that: such a task takes as long as those that found theirs in memory, or where none did, as its own time on a processor without reading or making the block; and beside it what Okibi needs " +
        "to read the block, unless Okibi's default policy, with which the reads are played again, finds it in memory. What the stage that made it pushed out of memory is written at Okibi's speed too.",
      Seq(
        Threshold("share", 0.05, "of all tasks' time", "less is lost in what runs differ by"),
        Threshold(
          "okibi",
          ReadSpeed.okibi,
          "MB/s a core",
          "what Okibi reads of blocks on disk whose pages are cached, where no machine profile says it: `./okibi probe` measures it, between 500 and 3000 by the records"
        ),
        Threshold(
          "stock",
          100,
          "MB/s a core",
          "what Spark reads of Java's serializer, where no machine profile says it: between 40 and 400 by the records"
        )
      ),
      "Zhang et al. (xSIG 2017), section 4: blocks that are dropped, moved back and dropped again"
    ) {

  override def usesProcessorTime: Boolean = true

  override def find(app: AppFacts): Seq[Finding] = {
    lazy val hits = Replay.hits(app)
    app.caches.filter(mayThrash(_, app)).flatMap(cache => one(cache, hits.get(cache.rdd.id), app))
  }

  /** Some of it did not stay in memory, and Okibi would have kept it where that costs less. */
  private def mayThrash(cache: CacheFacts, app: AppFacts): Boolean = {
    val level = cache.rdd.level.getOrElse(Level.none)
    val fits = cache.drops == 0 && cache.stored == cache.rdd.partitions && cache.reads.forall(_.disk.count == 0)
    level.memory && !fits && !(level.disk && app.isManaged)
  }

  private def one(cache: CacheFacts, hits: Option[Double], app: AppFacts): Option[Finding] = {
    val slow = cache.reads
      .flatMap(reads => stageOf(reads, app).map(stage => (reads, stage, after(reads, stage, cache, hits, app))))
      .filter { case (reads, _, after) => after < ms(reads) }
    val lost = slow.map { case (reads, _, after) => ms(reads) - after }.sum
    val all = app.stages.map(its => its.parts.total + its.wasted).sum
    val level = cache.rdd.level.getOrElse(Level.none)
    if (lost < thresholds.head.value * all) None
    else
      Some(
        Finding(
          this,
          None,
          says(cache),
          evidence(cache, hits, app),
          fix(level, app),
          outcome(cache, slow, app),
          if (cache.reads.exists(_.memory.count > 0)) Confidence.High else Confidence.Medium,
          Some(cache.rdd.id),
          slow.map(_._1.id)
        )
      )
  }

  private def ms(reads: CacheReads): Long = reads.memory.ms + reads.disk.ms + reads.nowhere.ms

  /** Milliseconds of the stage's tasks when blocks that are not in memory are on disk in Okibi's form, and as many of those that were not there are as the replay found beyond them. */
  private def after(
      reads: CacheReads,
      stage: StageFacts,
      cache: CacheFacts,
      hits: Option[Double],
      app: AppFacts
  ): Double = {
    val (all, missed) = (count(reads), reads.disk.count + reads.nowhere.count)
    val found = hits.fold(0.0)(share => math.max(0.0, share * all - reads.memory.count) / math.max(1, missed))
    val read = (1 - found) * blockBytes(cache) / ReadSpeed.of("okibi", app, thresholds(1).value)
    val stock = ReadSpeed.of("java", app, thresholds(2).value)
    def each(mean: Double): Double = if (reads.memory.count > 0) math.min(mean, reads.memory.mean + read) else mean
    val fromDisk =
      if (reads.memory.count > 0) each(reads.disk.mean)
      else math.max(read, reads.disk.mean * busy(stage) - blockBytes(cache) / stock + read)
    val made =
      if (reads.memory.count > 0) each(reads.nowhere.mean)
      else math.min(reads.nowhere.mean, math.max(0.0, reads.nowhere.mean - cache.making.mean) + read)
    reads.memory.ms + reads.disk.count * math.min(fromDisk, reads.disk.mean) + reads.nowhere.count * made
  }

  private def count(reads: CacheReads): Int = reads.memory.count + reads.disk.count + reads.nowhere.count

  /** Every stage becomes shorter in proportion to what its tasks do. */
  private def outcome(cache: CacheFacts, slow: Seq[(CacheReads, StageFacts, Double)], app: AppFacts): Shrunk.Outcome = {
    val gains = slow.map { case (reads, stage, after) => Shrunk.each(stage, app, share(stage, reads, after)).gain }
    Shrunk.whole(app, gains.sum + app.stages.find(_.id == cache.maker).fold(0L)(pushed(_, app)))
  }

  private def stageOf(reads: CacheReads, app: AppFacts): Option[StageFacts] =
    app.stages.find(its => its.id == reads.id && its.attempt == reads.attempt)

  /** Of its tasks' time, what is not garbage of blocks that come and go, and waiting for the memory that they take turns in or for the disk. Tasks that wait for Python do that anyway. */
  private def busy(stage: StageFacts): Double = {
    val waits =
      if (stage.stage.exists(_.rdds.exists(_.name.startsWith("Python")))) 0.0 else stage.parts.share(Part.DiskWait)
    1 - stage.parts.share(Part.Gc) - waits
  }

  /** Milliseconds that a stage which fills memory would take less if it wrote what it pushes out of it to disk as Okibi does. */
  private def pushed(stage: StageFacts, app: AppFacts): Long = {
    val onDisk = app.caches.filter(its => its.drops > 0 && its.rdd.level.exists(_.disk))
    val drops = app.drops.collect { case (since, count) if since >= stage.from && since <= stage.until => count }.sum
    val firsts = math.min(drops, onDisk.map(its => its.drops - its.droppedAgain).sum)
    val bytes = onDisk.map(_.droppedBytes).sum.toDouble / math.max(1L, onDisk.map(_.drops).sum) * firsts
    val spared =
      bytes / ReadSpeed.of("java", app, thresholds(2).value) - bytes / ReadSpeed.of("okibi", app, thresholds(1).value)
    Shrunk.each(stage, app, math.max(0.0, 1 - math.max(0.0, spared) / math.max(1L, stage.parts.total))).gain
  }

  private def share(stage: StageFacts, reads: CacheReads, after: Double): Double = {
    val all = math.max(1L, stage.parts.total)
    math.max(0.0, (all - ms(reads) + after) / all)
  }

  private def says(cache: CacheFacts): String = {
    val (disk, nowhere, memory) =
      (cache.reads.map(_.disk.count).sum, cache.reads.map(_.nowhere.count).sum, cache.reads.map(_.memory.count).sum)
    val ways =
      Seq(disk -> "on disk", nowhere -> "nowhere and made them again", memory -> "in memory").filter(_._1 > 0).map {
        case (count, where) => s"$count found theirs $where"
      }
    s"RDD ${cache.rdd.id} (${cache.rdd.name}) does not fit memory: of the tasks that wanted its blocks ${ways.mkString(", ")}."
  }

  private def evidence(cache: CacheFacts, hits: Option[Double], app: AppFacts): Seq[String] = Seq(
    s"${cache.stored} of ${cache.rdd.partitions} partitions were stored at all",
    f"${cache.drops} blocks left memory, ${cache.droppedBytes / 1e6}%.0f MB, ${cache.droppedAgain} of them not for the first time",
    s"${cache.storedAgain} were stored again",
    f"storage memory of all executors: ${app.storageBytes / 1e6}%.0f MB"
  ) ++ hits.map { share =>
    val (found, all) = (cache.reads.map(_.memory.count).sum, cache.reads.map(count).sum)
    f"the same reads with Okibi's policy and this memory find ${share * 100}%.0f %% of their blocks in it, ${100.0 * found / math.max(1, all)}%.0f %% did"
  }

  private def fix(level: Level, app: AppFacts): String = Seq(
    if (app.isManaged) None else Some(app.managing),
    if (level.disk) None else Some(s"persist(StorageLevel.MEMORY_AND_DISK) in place of ${level.name}")
  ).flatten.mkString(" and ")
}
