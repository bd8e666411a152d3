package okibi.bench.machine.device

/** A way to use a file: blocks of 1 MiB in a row, or of 4 KiB anywhere; through the page cache or past it. Writes end with an
  * fsync, whose time is part of the measurement.
  */
final case class AccessPattern(random: Boolean, write: Boolean, direct: Boolean) {

  /** As the machine profile calls it. */
  val name: String =
    Seq(if (random) "random" else "sequential", if (write) "write" else "read", if (direct) "direct" else "cached")
      .mkString("-")

  val blockBytes: Int = if (random) 4 << 10 else 1 << 20
}

object AccessPattern {
  val sequentialWrite: AccessPattern = AccessPattern(random = false, write = true, direct = true)
  val sequentialRead: AccessPattern = AccessPattern(random = false, write = false, direct = true)
  val randomWrite: AccessPattern = AccessPattern(random = true, write = true, direct = true)
  val randomRead: AccessPattern = AccessPattern(random = true, write = false, direct = true)

  /** Past the page cache first: what is then read through it must have been brought in. */
  val all: Seq[AccessPattern] = {
    val direct = Seq(sequentialWrite, sequentialRead, randomWrite, randomRead)
    direct ++ direct.map(_.copy(direct = false))
  }
}
