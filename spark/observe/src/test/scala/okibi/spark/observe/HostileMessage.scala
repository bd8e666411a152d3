package okibi.spark.observe

import java.io.IOException

import okibi.core.kit.HostileInput
import okibi.core.reuse.{RddReuse, ReusePlan}

/** A message between executor and driver. */
object HostileMessage extends HostileInput {
  override def seeds: Seq[Array[Byte]] = Seq(
    null,
    PlanRequest("7", 42L, Map("memoryHits" -> 3L)),
    PlanReply(Some(ReusePlan(3L, 9, Array(RddReuse(4, Array(9, 10), 2.5, 1.0, Array(5))))), 100),
    NodeReport("1", "host", Some("series")),
    NodeAnswer(wanted = true, nextSeconds = 5)
  ).map(WireFormat.encode(_))

  override def fuzzerTestOneInput(bytes: Array[Byte]): Unit =
    try {
      WireFormat.encode(WireFormat.decode(bytes))
      ()
    } catch { case _: IOException => () }
}
