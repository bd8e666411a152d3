package okibi.bench.workload

/** Names of the metrics of each write of [[PersistJob]], which follow the write's name and a dot. Rates are MB/s of
  * bytes in the files.
  */
object PersistMetrics {

  /** Rate from the first write to the last, measured at the files. */
  val persist = "persistMBs"

  /** Rate of a plain buffered write of as many bytes by as many threads. */
  val plain = "plainMBs"

  /** Rate of the same write until all bytes are on the device. */
  val synced = "syncedMBs"

  /** `persist` as a share of `plain`. */
  val share = "share"

  /** Rate of a thread if writing took no time. */
  val serialize = "serializeMBs"

  /** Share of the threads' time inside writes. */
  val writing = "writing"

  val fileMegabytes = "fileMB"

  /** @param plainWrite source of `plain`, `synced` and `share`, which are left out without it */
  def of(write: String, files: FileWrites, plainWrite: Option[PlainWrite]): Seq[(String, Double)] = {
    def rate(bytes: Long, seconds: Double): Double = bytes / seconds / 1e6
    val serializeSeconds = math.max(files.threadSeconds - files.writingSeconds, 1e-9)
    val measured = Seq(
      persist -> rate(files.bytes, files.seconds),
      serialize -> rate(files.bytes, serializeSeconds),
      writing -> files.writingSeconds / files.threadSeconds,
      fileMegabytes -> files.bytes / 1e6
    )
    val compared = plainWrite.toSeq.flatMap { written =>
      val plainRate = rate(written.bytes, written.cachedSeconds)
      Seq(
        plain -> plainRate,
        synced -> rate(written.bytes, written.syncedSeconds),
        share -> rate(files.bytes, files.seconds) / plainRate
      )
    }
    (measured ++ compared).map { case (name, value) => s"$write.$name" -> value }
  }
}
