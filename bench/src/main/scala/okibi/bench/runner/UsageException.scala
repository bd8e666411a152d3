package okibi.bench.runner

/** A user's mistake. The message is complete: subject, what we got, what is allowed, what to do; no stack trace is shown. */
final class UsageException(message: String) extends RuntimeException(message)
