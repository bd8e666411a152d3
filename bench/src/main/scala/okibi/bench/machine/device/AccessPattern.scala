package okibi.bench.machine.device

/** A way to read or write a file: sequential blocks of 1 MiB or random blocks of 4 KiB, through the page cache or past
  * it. Writes end with an fsync, whose time is part of the measurement.
  */
final case class AccessPattern(random: Boolean, write: Boolean, direct: Boolean) {

  /** Name in the machine profile. */
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

  /** All patterns. Those past the page cache come first, because what is then read through the page cache must have
    * been brought in.
    */
  val all: Seq[AccessPattern] = {
    val direct = Seq(sequentialWrite, sequentialRead, randomWrite, randomRead)
    direct ++ direct.map(_.copy(direct = false))
  }
}
