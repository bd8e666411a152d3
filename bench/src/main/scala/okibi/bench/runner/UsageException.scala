package okibi.bench.runner

/** A user's mistake. The message is complete: the subject, what was given, what is allowed, what to do. It is shown
  * without a stack trace.
  */
final class UsageException(message: String) extends RuntimeException(message)
