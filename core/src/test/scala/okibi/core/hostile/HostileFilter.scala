package okibi.core.hostile

import okibi.core.filter.{DamagedFilter, ExactSet, Hash64, Membership}
import okibi.core.kit.HostileInput

/** A partition's filter, which a task sends to the driver. */
object HostileFilter extends HostileInput {
  override def seeds: Seq[Array[Byte]] =
    Seq(0, 3, 300).map(count => ExactSet.of(Array.tabulate(count)(i => Hash64.ofLong(i.toLong)), 24).encode)

  override def fuzzerTestOneInput(bytes: Array[Byte]): Unit =
    try {
      val filter = Membership.decode(bytes)
      filter.mayContain(1L)
      filter.falsePositiveRate
      filter.shrunkTo(math.max(16, bytes.length / 2)).foreach(_.mayContain(2L))
    } catch { case _: DamagedFilter => () }
}
