package okibi.bench.benchmark.persist

import okibi.bench.machine.device.Place
import okibi.bench.runner.{Row, Table}
import okibi.bench.workload.{PersistJob, PersistMetrics}
import okibi.core.machine.MachineProfile

/** What a persist could have reached at a place, and what kept it from that. */
final class PersistLimits(place: Place, kind: String, profile: Option[MachineProfile]) {
  import PersistExperiment.{text, value}

  private val onMemory = place match {
    case Place.Directory(device, _) => device.isMemory
    case _ => false
  }

  // Two measurements of the same thing on a machine that does other things too.
  private val agreeing = 1.5

  // The device sets the pace of a plain write when waiting for it at the end makes little difference.
  private val waitedFor = 1.25

  /** What took most of the threads' time. */
  def bound(row: Row, write: PersistJob.Write): Option[PersistBound] =
    value(row, write, PersistMetrics.writing).flatMap { writing =>
      if (writing < 0.5) Some(PersistBound.Serializing)
      else if (onMemory) Some(PersistBound.MemoryCopy)
      else
        for (plain <- value(row, write, PersistMetrics.plain); synced <- value(row, write, PersistMetrics.synced))
          yield if (plain < synced * waitedFor) PersistBound.Device else PersistBound.MemoryCopy
    }

  /** In one sentence, the engine's figure beside the machine's. */
  def sentence(row: Row, write: PersistJob.Write): Option[String] =
    for {
      reached <- value(row, write, PersistMetrics.persist)
      plain <- value(row, write, PersistMetrics.plain)
      why <- bound(row, write)
    } yield f"persist of $kind%s (${write.name}%s) reached $reached%.0f MB/s of $plain%.0f MB/s that ${place.line}%s takes; bound by ${reason(why, row, write)}%s"

  /** A line a variant and write. */
  def table(rows: Seq[Row], writes: Seq[PersistJob.Write]): String = {
    val header = Seq(
      "persist",
      "file MB",
      "MB/s",
      "plain write MB/s",
      "share",
      "synced MB/s",
      "serialise MB/s a thread",
      "in write()",
      "bound by"
    )
    val body =
      for (write <- writes; row <- rows)
        yield Seq(
          s"${write.name}, ${row.variant.name}",
          text(row, write, PersistMetrics.fileMegabytes, "%.0f"),
          text(row, write, PersistMetrics.persist, "%.0f"),
          text(row, write, PersistMetrics.plain, "%.0f"),
          text(row, write, PersistMetrics.share, "%.2f"),
          text(row, write, PersistMetrics.synced, "%.0f"),
          text(row, write, PersistMetrics.serialize, "%.0f"),
          value(row, write, PersistMetrics.writing).map(share => f"${share * 100}%.0f %%").getOrElse("-"),
          bound(row, write).map(_.name).getOrElse("-")
        )
    Table(header, body)
  }

  private def reason(bound: PersistBound, row: Row, write: PersistJob.Write): String = bound match {
    case PersistBound.Serializing => s"${bound.name} (${serializing(row, write)})"
    case PersistBound.MemoryCopy =>
      profile
        .flatMap(_.memory.copies.headOption)
        .map(copy => f"${bound.name}%s (one core copies ${copy.mbPerSecond}%.0f MB/s)")
        .getOrElse(bound.name)
    case PersistBound.Device => bound.name
  }

  /** By the machine profile, where there is one; by the run too, where the two disagree. */
  private def serializing(row: Row, write: PersistJob.Write): String = {
    val measured = value(row, write, PersistMetrics.serialize).map(rate => f"one core at $rate%.0f MB/s")
    profile.flatMap(_.serializer(row.variant.name, kind)).map(_.writeMbPerSecond) match {
      case Some(rate)
          if value(row, write, PersistMetrics.serialize)
            .forall(here => here < rate * agreeing && rate < here * agreeing) =>
        f"one core at $rate%.0f MB/s"
      case Some(rate) => measured.toSeq.map(_ + " here").mkString + f", at $rate%.0f MB/s in the machine profile"
      case None => measured.getOrElse("one core")
    }
  }
}

/** What sets the pace. */
sealed abstract class PersistBound(val name: String)

object PersistBound {
  case object Serializing extends PersistBound("serialising")
  case object Device extends PersistBound("the device")
  case object MemoryCopy extends PersistBound("memory copy")
}
