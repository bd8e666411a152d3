package okibi.explain.facts

/** A part of a task's time. The parts of a task add up to the time between its launch and its end.
  *
  * @param name  in reports; also the name of a field in JSON
  * @param about where the figure comes from
  */
sealed abstract class TimePart(val name: String, val about: String)

object TimePart {
  case object Compute
      extends TimePart(
        "compute",
        "processor time outside the other parts: the task's code, reading the form that blocks are cached in, and " +
          "serialising for a shuffle"
      )
  case object Gc extends TimePart("garbage collection", "JVM GC Time: pauses of the executor while the task ran")
  case object FetchWait extends TimePart("waiting for shuffle blocks", "Fetch Wait Time")
  case object ShuffleWrite
      extends TimePart(
        "shuffle write",
        "Shuffle Write Time: calls that write shuffle files, which copy to the page cache or wait for the disk"
      )
  case object SpillWait
      extends TimePart(
        "waiting for spills",
        "the share of the remaining wait that spilled bytes have in the bytes that the task read and wrote"
      )
  case object OtherWait
      extends TimePart(
        "unexplained waiting: disks, locks, Python",
        "the rest of the run: time on no processor of the JVM and with no measured reason, such as disks, locks, a " +
          "processor that others used, or Python workers"
      )
  case object Deserialize
      extends TimePart(
        "task deserialisation",
        "Executor Deserialize Time: the task's code and the data that it carries"
      )
  case object Result
      extends TimePart("result", "serialising the result, and the driver's fetching of it where it was large")
  case object SchedulerDelay
      extends TimePart(
        "scheduler delay",
        "between the launch at the driver and the start, and between the end and the driver's notice of it"
      )
  case object Unexplained
      extends TimePart("unexplained", "time without a part: metrics are missing or exceed the clock's time")

  /** In the order of reports. */
  val all: Seq[TimePart] = Seq(
    Compute,
    Gc,
    FetchWait,
    ShuffleWrite,
    SpillWait,
    OtherWait,
    Deserialize,
    Result,
    SchedulerDelay,
    Unexplained
  )

  private[facts] val position: Map[TimePart, Int] = all.zipWithIndex.toMap
}

/** Milliseconds of each part; immutable. */
final class TimeParts private[facts] (private val milliseconds: Array[Long]) {
  def ms(part: TimePart): Long = milliseconds(TimePart.position(part))
  def totalMs: Long = milliseconds.sum

  /** The part's share of the total, between 0 and 1. */
  def share(part: TimePart): Double = if (totalMs == 0) 0 else ms(part).toDouble / totalMs

  def +(other: TimeParts): TimeParts =
    new TimeParts(milliseconds.zip(other.milliseconds).map { case (a, b) => a + b })
}

object TimeParts {
  val none: TimeParts = new TimeParts(new Array[Long](TimePart.all.size))
}
