package okibi.explain.facts

/** What a task spends its time with. The parts of a task add up to the time between its launch and its end.
  *
  * @param about where the figure comes from
  */
sealed abstract class Part(val name: String, val about: String)

object Part {
  case object Compute
      extends Part(
        "compute",
        "on a processor, and not in one of the other parts: the task's code, reading what it is cached in and serialising for a shuffle among it"
      )
  case object Gc extends Part("garbage collection", "JVM GC Time: pauses of its executor while it ran")
  case object FetchWait extends Part("waiting for shuffle blocks", "Fetch Wait Time")
  case object ShuffleWrite
      extends Part(
        "shuffle write",
        "Shuffle Write Time: in calls that write shuffle files, the page cache's copying and the disk's waiting"
      )
  case object Spill
      extends Part(
        "waiting for spills",
        "the share of the waiting that its spilled bytes have in what it read and wrote"
      )
  case object DiskWait
      extends Part(
        "unexplained waiting: disks, locks, Python",
        "what is left of its run: on no processor of the JVM, and for none of the reasons that are measured, be it disks, locks, a processor that others had or workers of Python"
      )
  case object Deserialize
      extends Part("task deserialisation", "Executor Deserialize Time: the task's code and what it brings along")
  case object Result extends Part("result", "serialising the result, and the driver's fetching it where it was large")
  case object SchedulerDelay
      extends Part(
        "scheduler delay",
        "between the driver's sending it and its start, and between its end and the driver's knowing of it"
      )
  case object Unexplained
      extends Part("unexplained", "no part that the log has: metrics are missing, or say more than the clock")

  /** In the order of reports. */
  val all: Seq[Part] =
    Seq(Compute, Gc, FetchWait, ShuffleWrite, Spill, DiskWait, Deserialize, Result, SchedulerDelay, Unexplained)

  private[facts] val position: Map[Part, Int] = all.zipWithIndex.toMap
}

/** Milliseconds of each part; immutable. */
final class Parts private[facts] (private val ms: Array[Long]) {
  def apply(part: Part): Long = ms(Part.position(part))
  def total: Long = ms.sum
  def share(part: Part): Double = if (total == 0) 0 else apply(part).toDouble / total
  def +(other: Parts): Parts = new Parts(ms.zip(other.ms).map { case (a, b) => a + b })
}

object Parts {
  val none: Parts = new Parts(new Array[Long](Part.all.size))
}
