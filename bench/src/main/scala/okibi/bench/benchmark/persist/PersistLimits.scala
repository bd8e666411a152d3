package okibi.bench.benchmark.persist

import okibi.bench.machine.device.WritePlace
import okibi.bench.runner.{ResultRow, ResultTable}
import okibi.bench.workload.{PersistJob, PersistMetrics}
import okibi.core.machine.MachineProfile

/** Compares the speed of a persist with what its place could take, and says what limited it. */
final class PersistLimits(place: WritePlace, kind: String, profile: Option[MachineProfile]) {
  import PersistExperiment.{text, value}

  private val isInMemory = place match {
    case WritePlace.Directory(device, _) => device.isMemory
    case _ => false
  }

  // The largest ratio of two measurements that count as the same, on a machine that also does other work.
  private val sameWithin = 1.5

  // The device limits a plain write when waiting for the device at the end makes less difference than this.
  private val syncedWithin = 1.25

  /** What took most of the threads' time; none when it was not measured. */
  def bound(row: ResultRow, write: PersistJob.Write): Option[PersistBound] =
    value(row, write, PersistMetrics.writing).flatMap { writing =>
      if (writing < 0.5) Some(PersistBound.Serializing)
      else if (isInMemory) Some(PersistBound.MemoryCopy)
      else
        for (plain <- value(row, write, PersistMetrics.plain); synced <- value(row, write, PersistMetrics.synced))
          yield if (plain < synced * syncedWithin) PersistBound.Device else PersistBound.MemoryCopy
    }

  /** The engine's figure beside the machine's, in one sentence. */
  def sentence(row: ResultRow, write: PersistJob.Write): Option[String] =
    for {
      reached <- value(row, write, PersistMetrics.persist)
      plain <- value(row, write, PersistMetrics.plain)
      bound <- bound(row, write)
    } yield f"persist of $kind%s (${write.name}%s) reached $reached%.0f MB/s of the $plain%.0f MB/s that " +
      s"${place.line} takes; bound by ${reason(bound, row, write)}"

  /** One line for each write of each variant. */
  def table(rows: Seq[ResultRow], writes: Seq[PersistJob.Write]): String = {
    val header = Seq(
      "persist",
      "file MB",
      "MB/s",
      "plain write MB/s",
      "share",
      "synced MB/s",
      "serialize MB/s a thread",
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
    ResultTable(header, body)
  }

  private def reason(bound: PersistBound, row: ResultRow, write: PersistJob.Write): String = bound match {
    case PersistBound.Serializing => s"${bound.name} (${serializing(row, write)})"
    case PersistBound.MemoryCopy =>
      profile
        .flatMap(_.memory.copies.headOption)
        .map(copy => f"${bound.name}%s (one core copies ${copy.mbPerSecond}%.0f MB/s)")
        .getOrElse(bound.name)
    case PersistBound.Device => bound.name
  }

  /** The serializer's speed by the machine profile, if there is one; and by the run, where the two disagree. */
  private def serializing(row: ResultRow, write: PersistJob.Write): String = {
    val measured = value(row, write, PersistMetrics.serialize).map(rate => f"one core at $rate%.0f MB/s")
    profile.flatMap(_.serializer(row.variant.name, kind)).map(_.writeMbPerSecond) match {
      case Some(rate)
          if value(row, write, PersistMetrics.serialize)
            .forall(ofRun => ofRun < rate * sameWithin && rate < ofRun * sameWithin) =>
        f"one core at $rate%.0f MB/s"
      case Some(rate) => measured.toSeq.map(_ + " here").mkString + f", at $rate%.0f MB/s in the machine profile"
      case None => measured.getOrElse("one core")
    }
  }
}

/** What limits a persist. */
sealed abstract class PersistBound(val name: String)

object PersistBound {
  case object Serializing extends PersistBound("serialization")
  case object Device extends PersistBound("the device")
  case object MemoryCopy extends PersistBound("memory copy")
}
