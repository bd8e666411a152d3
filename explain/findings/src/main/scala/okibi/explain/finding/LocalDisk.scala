package okibi.explain.finding

import okibi.explain.facts.{AppFacts, DiskMeans, NodeFacts, NodeMeans, StageFacts}
import okibi.explain.predict.Shrunk

object LocalDisk
    extends Rule(
      "local-disk",
      "Tasks wait for the one disk that takes shuffles and spills",
      "while a stage that shuffles or spills ran, the disk of Spark's local directories was busy for `busy` of the time, processors waited for `iowait` of theirs, and it is the only one of these directories or the others " +
        "were as busy. Where processors waited `held` times as long as all disks together were busy, a limit (of a container, or of a simulated device) holds requests back before the disk sees them: then that disk is " +
        "waited for which moves `moved` of the bytes. Predicted is what the disk had to do spread over `disks` disks, reads over all and writes over as many as tasks that run at a time would pick, or what the processors had to do, " +
        "whichever takes longer. A stage that read more of its input, or wrote more of its output, than it shuffled and spilled, waits for those unless that comes to `own` of what the disk moved.",
      Seq(
        Threshold("busy", 80, "% of the time", "a disk that is busy for less has time left for what waits for it"),
        Threshold("iowait", 15, "% of the processors' time", "less is nothing that more disks would give back"),
        Threshold(
          "held",
          2,
          "times",
          "a request that a disk works on makes it busy; one that processors wait for and no disk works on is held back"
        ),
        Threshold("moved", 0.4, "of all bytes", "a device that lies on another is counted twice, once as each"),
        Threshold(
          "own",
          0.5,
          "of all bytes",
          "input and output may be on the same disk, and more local directories would not move them"
        ),
        Threshold(
          "disks",
          4,
          "disks",
          "as many as Kinoshita and Ito compared one with at least; more gain until the processors bind"
        )
      ),
      "Kinoshita and Ito: one directory against several; 3.6 times faster where the shuffle did not fit the page cache, no faster where it did"
    ) {

  override def find(app: AppFacts): Seq[Finding] = app.stages.flatMap(one(_, app))

  private def one(stage: StageFacts, app: AppFacts): Option[Finding] =
    if (stage.totals.shuffleWritten.bytes + stage.totals.shuffleRead + stage.totals.diskSpilled == 0) None
    else {
      val hosts = app.executors.map(_.host).toSet
      val waiting = for {
        node <- app.nodes.filter(node => hosts(node.host))
        means <- node.between(stage.from, stage.until)
        if means.iowait >= thresholds(1).value
        device <- busiest(node, means).map(_ -> false).orElse(heldBack(node, means).map(_ -> true))
      } yield (node, means, device)
      val moved = waiting.map { case (_, means, (device, _)) => means.disks(device).moved }.sum * 1000 * stage.elapsedMs
      if (others(stage) > own(stage) && own(stage) < thresholds(4).value * moved) None
      else
        waiting.sortBy { case (_, means, _) => -means.iowait }.headOption.map { case (node, means, (device, held)) =>
          finding(stage, app, node, means, device, held, waiting.size)
        }
    }

  /** Bytes that went to or came from local directories: what is spilled is written and read. */
  private def own(stage: StageFacts): Double =
    stage.totals.shuffleWritten.bytes.toDouble + stage.totals.shuffleRead + 2.0 * stage.totals.diskSpilled
  private def others(stage: StageFacts): Double = stage.totals.input.bytes.toDouble + stage.totals.output.bytes

  private def local(node: NodeFacts, means: NodeMeans): Seq[(String, DiskMeans)] =
    node.localDevices.flatMap(device => means.disks.get(device).map(device -> _))

  /** The device that local directories wait for, if each of theirs is busy. */
  private def busiest(node: NodeFacts, means: NodeMeans): Option[String] =
    local(node, means)
      .sortBy(-_._2.busy)
      .headOption
      .filter(_ => local(node, means).forall(_._2.busy >= thresholds.head.value))
      .map(_._1)

  /** The device that local directories wait for, if there is one and requests do not get as far as it. */
  private def heldBack(node: NodeFacts, means: NodeMeans): Option[String] = local(node, means) match {
    case Seq((device, disk))
        if means.iowait >= thresholds(2).value * means.disks.values.map(_.busy).sum && disk.moved >= thresholds(
          3
        ).value * means.disks.values.map(_.moved).sum =>
      Some(device)
    case _ => None
  }

  /** @param held whether a limit holds requests back, so that the disk is as busy as it may be */
  private def finding(
      stage: StageFacts,
      app: AppFacts,
      node: NodeFacts,
      means: NodeMeans,
      device: String,
      held: Boolean,
      nodes: Int
  ): Finding = {
    val local = node.localDevices
    val disk = means.disks(device)
    val busy = if (held) 100.0 else disk.busy
    val others = means.disks.filterNot { case (name, _) => local.contains(name) }
    val disks = math.max(thresholds(5).value.toInt, 2 * local.size)
    val processors = (means.user + means.system) / 100
    val cores = math.max(1, app.executors.filter(_.host == node.host).map(_.cores).sum)
    val writes = if (disk.moved > 0) disk.written / disk.moved else 0.0
    val left = writes * written(local.size, cores) / written(disks, cores) + (1 - writes) * local.size / disks
    val share = math.min(1.0, math.max(processors, busy / 100 * left))
    Finding(
      this,
      Some(stage.id),
      f"It waits for ${if (local.size == 1) "one disk" else s"${local.size} disks"}: $device ${if (held) "is held to a limit"
        else f"is busy for ${disk.busy}%.0f %% of its time"}, processors wait for ${means.iowait}%.0f %% of theirs. " +
        s"All shuffle files go there (spark.local.dir=${directories(node)}).",
      Seq(
        f"$device reads ${disk.read}%.0f MB/s and writes ${disk.written}%.0f MB/s" + (if (held)
                                                                                        f", busy for ${disk.busy}%.0f %% of its time: requests are held back before it sees them"
                                                                                      else ""),
        f"user ${means.user}%.0f %%, system ${means.system}%.0f %%",
        if (others.isEmpty) "no other disk did anything"
        else
          s"others: ${others.toSeq.sortBy(_._1).take(8).map { case (name, its) => f"$name ${its.busy}%.0f %%" }.mkString(", ")}",
        s"on ${node.host}" + (if (nodes > 1) s" and ${nodes - 1} more machines" else "")
      ) ++ limit(device, app),
      s"spark.local.dir over $disks disks: a directory on each, separated by commas (SPARK_LOCAL_DIRS on a cluster)" +
        (if (processors > busy / 100 * left) "; then the processors bind, and more disks will not help" else ""),
      Shrunk.Outcome(stage.elapsedMs, math.round(stage.elapsedMs * share)),
      if (!held && means.iowait >= 2 * thresholds(1).value) Confidence.High else Confidence.Medium
    )
  }

  /** Of so many disks those that so many tasks write to at a time, on average: each writes one file, on a disk that chance picks. What they read is on all of them, and read ahead. */
  private def written(disks: Int, tasks: Int): Double = disks * (1 - math.pow(1 - 1.0 / disks, tasks.toDouble))

  /** What the disk can do, where it was measured. */
  private def limit(device: String, app: AppFacts): Option[String] = for {
    profile <- app.machine
    speed <- profile.devices.find(_.device == s"/dev/$device")
    inRow <- speed.mbPerSecond("sequential-read-direct")
    anywhere <- speed.iops("random-read-direct")
  } yield f"the machine profile has $device at $inRow%.0f MB/s in a row and $anywhere%.0f operations a second"

  private def directories(node: NodeFacts): String =
    node.directories.map(_._1).take(4).mkString(",") + (if (node.directories.size > 4) ",..." else "")
}
