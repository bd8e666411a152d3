package okibi.core.advice

import java.util.Locale

/** The recommended storage level of an RDD, with the prediction behind it.
  *
  * @param level      the level with the shortest predicted time
  * @param candidates predicted seconds for every level, the shortest first
  * @param reason     one paragraph for users with the figures behind the choice
  */
final case class LevelAdvice(level: Level, candidates: Seq[LevelTime], reason: String)

/** The predicted time of an RDD at one storage level.
  *
  * @param seconds  time for all uses of the RDD, spread over all cores
  * @param inMemory share of the RDD that memory holds, 0 to 1
  */
final case class LevelTime(level: Level, seconds: Double, inMemory: Double)

/** Chooses a storage level by adding up the costs of each. The first use computes the RDD and stores it. Each further
  * use reads the stored partitions back and recomputes the others. Partitions stay on the tier that they went to first,
  * because moving them costs time and gains nothing on repeated scans. Work is spread evenly over the cores. The model
  * is additive, like the one that Oikawa and Honjo found to predict MapReduce on fast storage.
  */
object LevelAdvice {

  /** A level must be faster by this share than a level that takes fewer resources, so that noise decides nothing. */
  val margin: Double = 0.02

  /** The advice for an RDD without partitions. */
  val empty: LevelAdvice = LevelAdvice(Level.None, Nil, "NONE, because the RDD has no partitions.")

  def of(sample: LevelSample): LevelAdvice = {
    val times = Level.all.map(level => time(level, sample))
    val best = times.reduceLeft((kept, next) => if (next.seconds < kept.seconds * (1 - margin)) next else kept)
    LevelAdvice(best.level, best +: times.filter(_ != best).sortBy(_.seconds), reason(best, times, sample))
  }

  private def time(level: Level, sample: LevelSample): LevelTime = {
    import sample._
    import sample.cluster._
    import sample.costs._
    val scale = partitions.toDouble / sampled / cores / 1e9
    val compute = computeNs * scale
    val serialize = serializeNs * scale
    val deserialize = deserializeNs * scale
    val write = serializedBytes * diskWriteNsPerByte * scale
    val read = serializedBytes * diskReadNsPerByte * scale
    val furtherReads = expectedReads - 1
    val objectShare = shareThatFits(memoryBytes, sample)
    val serializedShare = shareThatFits(serializedBytes, sample)
    level match {
      case Level.None => LevelTime(level, compute * expectedReads, 0)
      case Level.MemoryOnly => LevelTime(level, compute + furtherReads * (1 - objectShare) * compute, objectShare)
      case Level.MemoryAndDisk =>
        LevelTime(
          level,
          compute + (1 - objectShare) * (serialize + write + furtherReads * (read + deserialize)),
          objectShare
        )
      case Level.MemoryAndDiskSer =>
        LevelTime(
          level,
          compute + serialize + (1 - serializedShare) * write +
            furtherReads * ((1 - serializedShare) * read + deserialize),
          serializedShare
        )
      case Level.DiskOnly =>
        LevelTime(level, compute + serialize + write + furtherReads * (read + deserialize), 0)
    }
  }

  /** The share of the RDD that fits in memory, in whole partitions. */
  private def shareThatFits(sampledBytes: Long, sample: LevelSample): Double = {
    val partitionBytes = math.max(1.0, sampledBytes.toDouble / sample.sampled)
    math.min(1.0, math.floor(sample.cluster.storageBytes / partitionBytes) / sample.partitions)
  }

  private def reason(best: LevelTime, times: Seq[LevelTime], sample: LevelSample): String = {
    import sample._
    import sample.cluster._
    import sample.costs._
    val toWholeRdd = partitions.toDouble / sampled
    def seconds(level: Level): String = show(times.find(_.level == level).fold(0.0)(_.seconds)) + " s"
    def megabytes(bytes: Double): String = show(bytes / (1 << 20)) + " MB"
    def coreSeconds(ns: Double): String = show(ns * toWholeRdd / 1e9) + " s"
    val fitting = s"${show(best.inMemory * 100)} % of the RDD fits in memory"

    val why = best.level match {
      case Level.None if expectedReads <= 1 => "the RDD is used once and a stored copy would never be read"
      case Level.None => "recomputing the RDD costs no more than any way of storing it"
      case Level.MemoryOnly if best.inMemory >= 1 =>
        "the whole RDD fits in memory as objects, where reading costs nothing"
      case Level.MemoryOnly => "recomputing the partitions that do not fit is faster than reading them from disk"
      case Level.MemoryAndDisk =>
        s"$fitting as objects, and reading the rest from disk is faster than recomputing it"
      case Level.MemoryAndDiskSer =>
        s"$fitting in serialised form, and deserialising costs less than the disk reads that this saves"
      case Level.DiskOnly =>
        "too little of the RDD fits in memory to matter, and reading it from disk is faster than recomputing it"
    }
    s"${best.level}, because $why. " +
      s"Figures for the whole RDD, measured on $sampled of $partitions partitions: " +
      s"${megabytes(memoryBytes * toWholeRdd)} as objects, ${megabytes(serializedBytes * toWholeRdd)} serialised, " +
      s"${megabytes(storageBytes.toDouble)} of storage memory; on one core, " +
      s"computing takes ${coreSeconds(computeNs.toDouble)}, serialising ${coreSeconds(serializeNs.toDouble)}, " +
      s"deserialising ${coreSeconds(deserializeNs.toDouble)}, " +
      s"writing to disk ${coreSeconds(serializedBytes * diskWriteNsPerByte)}, " +
      s"reading from disk ${coreSeconds(serializedBytes * diskReadNsPerByte)}. " +
      s"Predicted times for ${show(expectedReads)} uses on $cores cores: " +
      times.sortBy(_.seconds).map(time => s"${time.level} ${seconds(time.level)}").mkString(", ") + "."
  }

  /** Three significant digits below 100, and no digits after the point for whole numbers. */
  private def show(value: Double): String =
    if (value >= 100 || value == math.rint(value)) String.format(Locale.ROOT, "%.0f", Double.box(value))
    else if (value >= 1) String.format(Locale.ROOT, "%.1f", Double.box(value))
    else String.format(Locale.ROOT, "%.3f", Double.box(value))
}
