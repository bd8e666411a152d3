package okibi.core.observe

import java.io.ByteArrayOutputStream
import java.nio.charset.StandardCharsets.UTF_8
import java.util.Base64

import scala.collection.mutable.ArrayBuffer
import scala.util.Try

/** Encodes node series as text for an event log: a version, then numbers of variable length, in Base64. An idle second
  * takes nine bytes before Base64. Thread-safe.
  */
object SeriesCodec {
  private val version = 1
  private val maxIntervals = 100000
  private val maxNames = 1000

  /** The limit for intervals times devices. The text alone sets no limit: it has nine bytes for an idle interval of any
    * number of devices.
    */
  private val maxCells = 1000000
  private val maxNameBytes = 4096

  /** The interval before the first one, whose values the first one is encoded against. */
  private val beforeFirst = NodeInterval(0, 0, 0, 0, 0, 0, 0, Nil)

  def encode(series: NodeSeries): String = {
    val out = new Writer
    out.number(version.toLong)
    out.number(series.processors.toLong)
    out.number(series.devices.size.toLong)
    series.devices.foreach(out.text)
    out.number(series.directories.size.toLong)
    series.directories.foreach { case (path, device) => out.text(path); out.number(device + 1L) }
    out.number(series.intervals.size.toLong)
    var before = beforeFirst
    series.intervals.foreach { interval =>
      out.signed(interval.startMs - before.endMs)
      out.number(interval.lengthMs.toLong)
      Seq(interval.userPercent, interval.systemPercent, interval.iowaitPercent).foreach(share =>
        out.number(share.toLong)
      )
      out.signed(interval.cachedMiB.toLong - before.cachedMiB)
      out.signed(interval.dirtyMiB.toLong - before.dirtyMiB)
      val used = interval.disks.zipWithIndex.filterNot(_._1.isIdle)
      out.number(used.size.toLong)
      used.foreach { case (disk, device) =>
        Seq(device.toLong, disk.readKiB, disk.writtenKiB, disk.busyMs.toLong).foreach(out.number)
      }
      before = interval
    }
    Base64.getEncoder.withoutPadding.encodeToString(out.bytes)
  }

  /** The series of a text; None for a text that is no series, or one of an unknown version. */
  def decode(text: String): Option[NodeSeries] = Try {
    val in = new Reader(Base64.getDecoder.decode(text))
    require(in.number() == version)
    val processors = in.upTo(Int.MaxValue)
    val devices = Seq.fill(in.upTo(maxNames))(in.text())
    val directories = Seq.fill(in.upTo(maxNames))((in.text(), in.upTo(devices.size) - 1))
    val intervals = ArrayBuffer.empty[NodeInterval]
    var before = beforeFirst
    (1 to in.upTo(math.min(maxIntervals, maxCells / math.max(1, devices.size)))).foreach { _ =>
      val startMs = before.endMs + in.signed()
      val lengthMs = in.upTo(Int.MaxValue)
      val (user, system, iowait) = (in.upTo(100), in.upTo(100), in.upTo(100))
      val (cached, dirty) = ((before.cachedMiB + in.signed()).toInt, (before.dirtyMiB + in.signed()).toInt)
      val disks = Array.fill(devices.size)(DiskInterval.idle)
      (1 to in.upTo(devices.size)).foreach(_ =>
        disks(in.upTo(devices.size - 1)) = DiskInterval(in.number(), in.number(), in.upTo(Int.MaxValue))
      )
      before = NodeInterval(
        startMs,
        lengthMs,
        user,
        system,
        iowait,
        cached,
        dirty,
        disks.toVector.reverse.dropWhile(_.isIdle).reverse
      )
      intervals += before
    }
    NodeSeries(processors, devices, directories, intervals.toVector)
  }.toOption

  private final class Writer {
    private val out = new ByteArrayOutputStream
    def bytes: Array[Byte] = out.toByteArray

    /** Writes a number that is not negative: seven bits a byte, the lowest bits first. */
    @annotation.tailrec
    def number(value: Long): Unit =
      if (value < 0x80) out.write(value.toInt)
      else {
        out.write((value & 0x7f | 0x80).toInt)
        number(value >>> 7)
      }

    /** Writes a number of either sign; numbers near zero take few bytes. */
    def signed(value: Long): Unit = number(value << 1 ^ value >> 63)

    def text(value: String): Unit = {
      val utf8 = value.getBytes(UTF_8).take(maxNameBytes)
      number(utf8.length.toLong)
      out.write(utf8, 0, utf8.length)
    }
  }

  private final class Reader(bytes: Array[Byte]) {
    private var at = 0

    def number(): Long = {
      var (value, shift, more) = (0L, 0, true)
      while (more) {
        require(shift < 64)
        val next = bytes(at)
        at += 1
        value |= (next & 0x7fL) << shift
        shift += 7
        more = next < 0
      }
      value
    }

    def signed(): Long = {
      val value = number()
      value >>> 1 ^ -(value & 1)
    }

    def upTo(max: Int): Int = {
      val value = number()
      require(value >= 0 && value <= max)
      value.toInt
    }

    def text(): String = {
      val length = upTo(maxNameBytes)
      require(length <= bytes.length - at)
      at += length
      new String(bytes, at - length, length, UTF_8)
    }
  }
}
