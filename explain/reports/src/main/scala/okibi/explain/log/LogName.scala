package okibi.explain.log

/** The name of a log, as Spark makes it of an application and the attempt at it. */
private[log] final case class LogName(name: String) {
  private val (itsApplication, itsAttempt) = LogName.ending.replaceFirstIn(name.stripPrefix("eventlog_v2_"), "") match {
    case LogName.ofYarn(application, attempt) => (application, attempt)
    case LogName.other(application, attempt) => (application, attempt)
    case other => (other, null)
  }

  def application: String = itsApplication

  /** 0 where there is one without a number. */
  def attempt: Int = Option(itsAttempt).fold(0)(_.toInt)
}

private[log] object LogName {

  /** How it is compressed, and that it is still written. */
  private val ending = """(?:\.(?:zstd|zst|lz4|lzf|snappy|gz|inprogress))+$""".r

  /** Identities of YARN's applications end like attempts. */
  private val ofYarn = """(application_\d+_\d+)(?:_(\d{1,9}))?""".r
  private val other = """(.+?)(?:_(\d{1,9}))?""".r
}
