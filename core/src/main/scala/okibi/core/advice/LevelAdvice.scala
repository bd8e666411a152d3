package okibi.core.advice

import java.util.Locale

/** The advised storage level with what led to it.
  *
  * @param level      the level with the least predicted time
  * @param candidates predicted seconds for every level, the best first
  * @param reason     one paragraph in plain words with the figures behind the choice
  */
final case class LevelAdvice(level: Level, candidates: Seq[LevelTime], reason: String)

/** @param seconds  predicted time for all uses of the RDD, on all cores
  * @param inMemory share of the RDD that is served from memory, 0 to 1
  */
final case class LevelTime(level: Level, seconds: Double, inMemory: Double)

/** Chooses a storage level by adding up what each would cost: the first use computes and stores, each further use
  * reads back what is kept and computes what is not. Blocks stay where they went first, since moving them costs
  * without gain on repeated scans. Work is spread evenly over the cores. The model is additive, as the one that
  * Oikawa and Honjo found to predict MapReduce on fast storage.
  */
object LevelAdvice {

  /** A level must be better by this much than one that leaves more room to others, so that noise decides nothing. */
  val margin: Double = 0.02

  /** For an RDD without partitions. */
  val empty: LevelAdvice = LevelAdvice(Level.None, Nil, "NONE, because the RDD has no partitions.")

  def of(sample: LevelSample): LevelAdvice = {
    val times = Level.all.map(level => time(level, sample))
    val best = times.reduceLeft((kept, next) => if (next.seconds < kept.seconds * (1 - margin)) next else kept)
    LevelAdvice(best.level, best +: times.filter(_ != best).sortBy(_.seconds), reason(best, times, sample))
  }

  private def time(level: Level, sample: LevelSample): LevelTime = {
    import sample._
    val scale = partitions.toDouble / sampled / cores / 1e9
    val compute = computeNs * scale
    val serialize = serializeNs * scale
    val deserialize = deserializeNs * scale
    val write = serializedBytes * diskWriteNsPerByte * scale
    val read = serializedBytes * diskReadNsPerByte * scale
    val again = expectedReads - 1
    val objects = share(memoryBytes, sample)
    val packed = share(serializedBytes, sample)
    level match {
      case Level.None => LevelTime(level, compute * expectedReads, 0)
      case Level.MemoryOnly => LevelTime(level, compute + again * (1 - objects) * compute, objects)
      case Level.MemoryAndDisk =>
        LevelTime(level, compute + (1 - objects) * (serialize + write + again * (read + deserialize)), objects)
      case Level.MemoryAndDiskSer =>
        LevelTime(
          level,
          compute + serialize + (1 - packed) * write + again * ((1 - packed) * read + deserialize),
          packed
        )
      case Level.DiskOnly => LevelTime(level, compute + serialize + write + again * (read + deserialize), 0)
    }
  }

  /** How much of the RDD fits, in whole partitions. */
  private def share(sampledBytes: Long, sample: LevelSample): Double = {
    val partition = math.max(1.0, sampledBytes.toDouble / sample.sampled)
    math.min(1.0, math.floor(sample.storageBytes / partition) / sample.partitions)
  }

  private def reason(best: LevelTime, times: Seq[LevelTime], sample: LevelSample): String = {
    import sample._
    val whole = partitions.toDouble / sampled
    def seconds(level: Level): String = show(times.find(_.level == level).fold(0.0)(_.seconds)) + " s"
    def megabytes(bytes: Double): String = show(bytes / (1 << 20)) + " MB"
    def cpu(ns: Double): String = show(ns * whole / 1e9) + " s"

    val why = best.level match {
      case Level.None if expectedReads <= 1 => "it is used once, so that nothing kept would be used again"
      case Level.None => "computing it anew costs no more than any way of keeping it"
      case Level.MemoryOnly if best.inMemory >= 1 => "all of it fits in memory as objects, where reading costs nothing"
      case Level.MemoryOnly => "what does not fit is computed anew faster than it would be read from disk"
      case Level.MemoryAndDisk =>
        s"${show(best.inMemory * 100)} % of it fits in memory as objects, and reading the rest from disk is faster than computing it anew"
      case Level.MemoryAndDiskSer =>
        s"${show(best.inMemory * 100)} % of it fits in memory serialised, and deserialising costs less than the disk reads this saves"
      case Level.DiskOnly =>
        "memory would hold too little of it to matter, and reading it from disk is faster than computing it anew"
    }
    s"${best.level}, because $why. " +
      s"Measured on $sampled of $partitions partitions, for the whole RDD: ${megabytes(memoryBytes * whole)} as objects, " +
      s"${megabytes(serializedBytes * whole)} serialised, ${megabytes(storageBytes.toDouble)} of storage memory; " +
      s"computing takes ${cpu(computeNs.toDouble)} of one core, serialising ${cpu(serializeNs.toDouble)}, " +
      s"deserialising ${cpu(deserializeNs.toDouble)}, writing to disk ${cpu(serializedBytes * diskWriteNsPerByte)}, " +
      s"reading from disk ${cpu(serializedBytes * diskReadNsPerByte)}. " +
      s"Predicted for ${show(expectedReads)} uses on $cores cores: " +
      times.sortBy(_.seconds).map(time => s"${time.level} ${seconds(time.level)}").mkString(", ") + "."
  }

  /** Three digits where they matter, none that do not. */
  private def show(value: Double): String =
    if (value >= 100 || value == math.rint(value)) String.format(Locale.ROOT, "%.0f", Double.box(value))
    else if (value >= 1) String.format(Locale.ROOT, "%.1f", Double.box(value))
    else String.format(Locale.ROOT, "%.3f", Double.box(value))
}
