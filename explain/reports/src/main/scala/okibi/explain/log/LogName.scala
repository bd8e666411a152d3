package okibi.explain.log

/** The name of a log, which Spark derives from an application and the attempt at it. */
private[log] final case class LogName(name: String) {
  private val (parsedApplication, parsedAttempt) =
    LogName.ending.replaceFirstIn(name.stripPrefix("eventlog_v2_"), "") match {
      case LogName.ofYarn(application, attempt) => (application, attempt)
      case LogName.other(application, attempt) => (application, attempt)
      case other => (other, null)
    }

  def application: String = parsedApplication

  /** 0 where the name has no number of an attempt. */
  def attempt: Int = Option(parsedAttempt).fold(0)(_.toInt)
}

private[log] object LogName {

  /** Suffixes of compression, and of a log that is still written. */
  private val ending = """(?:\.(?:zstd|zst|lz4|lzf|snappy|gz|inprogress))+$""".r

  /** Ids of YARN's applications end like numbers of attempts. */
  private val ofYarn = """(application_\d+_\d+)(?:_(\d{1,9}))?""".r
  private val other = """(.+?)(?:_(\d{1,9}))?""".r
}
