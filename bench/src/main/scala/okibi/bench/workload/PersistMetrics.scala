package okibi.bench.workload

/** Names of what [[PersistJob]] measures of each write, after the write's name and a dot. Rates are MB/s of bytes in the files. */
object PersistMetrics {

  /** From the first write to the last, seen at the files. */
  val persist = "persistMBs"

  /** A plain buffered write of as many bytes by as many threads. */
  val plain = "plainMBs"

  /** The same until all was on the device. */
  val synced = "syncedMBs"

  /** `persist` as a share of `plain`. */
  val share = "share"

  /** What a thread would write if writing took no time. */
  val serialize = "serializeMBs"

  /** Share of the threads' time that was spent inside writes. */
  val writing = "writing"

  val fileMegabytes = "fileMB"

  /** @param plainly what `plain`, `synced` and `share` come from; they are left out without it */
  def of(write: String, files: FileWrites, plainly: Option[PlainWrite]): Seq[(String, Double)] = {
    def rate(bytes: Long, seconds: Double): Double = bytes / seconds / 1e6
    val serializeSeconds = math.max(files.threadSeconds - files.writingSeconds, 1e-9)
    val seen = Seq(
      persist -> rate(files.bytes, files.seconds),
      serialize -> rate(files.bytes, serializeSeconds),
      writing -> files.writingSeconds / files.threadSeconds,
      fileMegabytes -> files.bytes / 1e6
    )
    val beside = plainly.toSeq.flatMap { it =>
      val reached = rate(it.bytes, it.cachedSeconds)
      Seq(
        plain -> reached,
        synced -> rate(it.bytes, it.syncedSeconds),
        share -> rate(files.bytes, files.seconds) / reached
      )
    }
    (seen ++ beside).map { case (name, value) => s"$write.$name" -> value }
  }
}
