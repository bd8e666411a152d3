package okibi.explain.finding

import okibi.explain.facts.{AppFacts, DiskMeans, NodeFacts, NodeMeans, StageFacts}
import okibi.explain.predict.PredictedTime
import okibi.explain.wording.Wording

object LocalDiskRule extends FindingRule {
  private val leastBusy =
    Threshold("busy", 80, "% of the time", "a disk that is busy for less has time left for waiting requests")
  private val leastIowait =
    Threshold("iowait", 15, "% of the processors' time", "more disks would give back no shorter wait")
  private val heldRatio = Threshold(
    "held",
    2,
    "times",
    "a disk is busy while it works on a request; a request that processors wait for while no disk is busy is held back"
  )
  private val leastMoved =
    Threshold("moved", 0.4, "of all bytes", "a device that lies on another device is counted twice, once as each")
  private val leastOwn = Threshold(
    "own",
    0.5,
    "of all bytes",
    "input and output may be on the same disk, and more local directories would not move them"
  )
  private val leastDisks = Threshold(
    "disks",
    4,
    "disks",
    "Kinoshita and Ito compared one disk with at least four; more disks gain until the processors bind"
  )

  override val code = "local-disk"
  override val title = "Tasks wait for the one disk that takes shuffle files and spills"
  override val about: String =
    "the disk of Spark's local directories was busy for `busy` of the time while a stage that shuffles or spills " +
      "ran, processors waited for disks for `iowait` of their time, and the disk is the only one of these " +
      "directories or the others were as busy. Where processors waited `held` times as long as all disks together " +
      "were busy, a limit (of a container, or of a simulated device) holds requests back before the disk sees them; " +
      "the stage then waits for the disk if that disk moves `moved` of all bytes. The prediction spreads the disk's " +
      "work over `disks` disks, reads over all of them and writes over as many as the tasks that run at the same " +
      "time would pick, or takes the processors' work where that is longer. A stage whose input and output exceed " +
      "what it shuffled and spilled waits for these instead, unless shuffles and spills are `own` of the bytes that " +
      "the disk moved."
  override val thresholds: Seq[Threshold] =
    Seq(leastBusy, leastIowait, heldRatio, leastMoved, leastOwn, leastDisks)
  override val origin =
    "Kinoshita and Ito: one directory against several; 3.6 times faster where the shuffle did not fit the page " +
      "cache, no faster where it did"

  /** A machine whose processors wait for a disk while a stage runs.
    *
    * @param isHeld whether a limit holds requests back, so that the disk is as busy as it may be
    */
  private final case class WaitingNode(node: NodeFacts, means: NodeMeans, device: String, isHeld: Boolean) {
    def disk: DiskMeans = means.disks(device)
    def busyPercent: Double = if (isHeld) 100.0 else disk.busyPercent
    def processorShare: Double = (means.userPercent + means.systemPercent) / 100
  }

  override def find(app: AppFacts): Seq[Finding] = app.stages.flatMap(found(_, app))

  private def found(stage: StageFacts, app: AppFacts): Option[Finding] =
    if (stage.totals.shuffledBytes + stage.totals.spilled.disk == 0) None
    else {
      val hosts = app.executors.map(_.host).toSet
      val waiting = for {
        node <- app.observed.nodes.filter(node => hosts(node.host))
        means <- node.between(stage.fromMs, stage.untilMs)
        if means.iowaitPercent >= leastIowait.value
        (device, isHeld) <- busiest(node, means).map(_ -> false).orElse(heldBack(node, means).map(_ -> true))
      } yield WaitingNode(node, means, device, isHeld)
      val movedBytes = waiting.map(_.disk.movedMbPerSecond).sum * 1000 * stage.elapsedMs
      if (otherBytes(stage) > localBytes(stage) && localBytes(stage) < leastOwn.value * movedBytes) None
      else
        waiting
          .sortBy(-_.means.iowaitPercent)
          .headOption
          .map(finding(stage, app, _, waiting.size))
    }

  /** Bytes that were written to local directories or read from there; a spill is written and read. */
  private def localBytes(stage: StageFacts): Double =
    stage.totals.shuffledBytes.toDouble + 2.0 * stage.totals.spilled.disk

  private def otherBytes(stage: StageFacts): Double = stage.totals.input.bytes.toDouble + stage.totals.output.bytes

  private def localDisks(node: NodeFacts, means: NodeMeans): Seq[(String, DiskMeans)] =
    node.localDevices.flatMap(device => means.disks.get(device).map(device -> _))

  /** The busiest device of the local directories, if all their devices are busy. */
  private def busiest(node: NodeFacts, means: NodeMeans): Option[String] = {
    val disks = localDisks(node, means)
    disks
      .sortBy { case (_, disk) => -disk.busyPercent }
      .headOption
      .filter(_ => disks.forall { case (_, disk) => disk.busyPercent >= leastBusy.value })
      .map { case (device, _) => device }
  }

  /** The only device of the local directories, if processors wait for it and a limit holds its requests back. */
  private def heldBack(node: NodeFacts, means: NodeMeans): Option[String] = localDisks(node, means) match {
    case Seq((device, disk)) =>
      val all = means.disks.values
      val isHeld = means.iowaitPercent >= heldRatio.value * all.map(_.busyPercent).sum
      val moves = disk.movedMbPerSecond >= leastMoved.value * all.map(_.movedMbPerSecond).sum
      if (isHeld && moves) Some(device) else None
    case _ => None
  }

  private def finding(stage: StageFacts, app: AppFacts, waiting: WaitingNode, nodes: Int): Finding = {
    val WaitingNode(node, means, device, isHeld) = waiting
    val localCount = node.localDevices.size
    val disks = math.max(leastDisks.value.toInt, 2 * localCount)
    val diskShare = waiting.busyPercent / 100 * spreadShare(waiting, app, disks)
    val share = math.min(1.0, math.max(waiting.processorShare, diskShare))
    val state =
      if (isHeld) s"$device is held to a limit"
      else f"$device is busy for ${waiting.disk.busyPercent}%.0f %% of the time"
    Finding(
      this,
      Some(stage.id),
      f"Stage ${stage.id} waits for " +
        f"${if (localCount == 1) "one disk" else s"$localCount disks"}: $state, and processors " +
        f"wait for disks for ${means.iowaitPercent}%.0f %% of their time. All shuffle files go there " +
        s"(spark.local.dir=${directories(node)}).",
      evidence(waiting, nodes) ++ limit(device, app),
      s"spark.local.dir over $disks disks: a directory on each, separated by commas (SPARK_LOCAL_DIRS on a cluster)" +
        (if (waiting.processorShare > diskShare) "; the processors bind then, and more disks will not help" else ""),
      PredictedTime(stage.elapsedMs, math.round(stage.elapsedMs * share)),
      if (!isHeld && means.iowaitPercent >= 2 * leastIowait.value) Confidence.High else Confidence.Medium
    )
  }

  /** The share of its work that a disk keeps when the work is spread over `disks` disks. */
  private def spreadShare(waiting: WaitingNode, app: AppFacts, disks: Int): Double = {
    val (node, disk) = (waiting.node, waiting.disk)
    val localCount = node.localDevices.size
    val cores = math.max(1, app.executors.filter(_.host == node.host).map(_.cores).sum)
    val writes = if (disk.movedMbPerSecond > 0) disk.writtenMbPerSecond / disk.movedMbPerSecond else 0.0
    writes * meanWrittenDisks(localCount, cores) / meanWrittenDisks(disks, cores) + (1 - writes) * localCount / disks
  }

  /** How many of these disks the tasks write to at the same time, on average: each task writes one file, on a random
    * disk. Reads are spread over all disks, and disks read ahead.
    */
  private def meanWrittenDisks(disks: Int, tasks: Int): Double = disks * (1 - math.pow(1 - 1.0 / disks, tasks.toDouble))

  private def evidence(waiting: WaitingNode, nodes: Int): Seq[String] = {
    val WaitingNode(node, means, device, isHeld) = waiting
    val disk = waiting.disk
    val others = means.disks.filterNot { case (name, _) => node.localDevices.contains(name) }.toSeq.sortBy(_._1).take(8)
    Seq(
      f"$device reads ${disk.readMbPerSecond}%.0f MB/s and writes ${disk.writtenMbPerSecond}%.0f MB/s" +
        (if (isHeld)
           f", busy for ${disk.busyPercent}%.0f %% of the time: requests are held back before the disk sees them"
         else ""),
      f"user ${means.userPercent}%.0f %%, system ${means.systemPercent}%.0f %%",
      if (others.isEmpty) "no other disk did anything"
      else s"others: ${others.map { case (name, other) => f"$name ${other.busyPercent}%.0f %%" }.mkString(", ")}",
      s"on ${node.host}" + (if (nodes > 1) s" and ${Wording.count(nodes - 1, "more machine")}" else "")
    )
  }

  /** What the disk can do, where it was measured. */
  private def limit(device: String, app: AppFacts): Option[String] = for {
    profile <- app.machine
    speed <- profile.devices.find(_.device == s"/dev/$device")
    sequential <- speed.mbPerSecond("sequential-read-direct")
    random <- speed.iops("random-read-direct")
  } yield f"the machine profile has $device at $sequential%.0f MB/s of sequential reads and $random%.0f random reads " +
    "a second"

  private def directories(node: NodeFacts): String =
    node.directories.map(_._1).take(4).mkString(",") + (if (node.directories.size > 4) ",..." else "")
}
