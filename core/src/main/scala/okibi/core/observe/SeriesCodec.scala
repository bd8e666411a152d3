package okibi.core.observe

import java.io.ByteArrayOutputStream
import java.nio.charset.StandardCharsets.UTF_8
import java.util.Base64

import scala.collection.mutable.ArrayBuffer
import scala.util.Try

/** Node series as text for an event log: a version, then numbers of variable length, in Base64. An idle second takes nine bytes before that. */
object SeriesCodec {
  private val version = 1
  private val mostIntervals = 100000
  private val mostNames = 1000

  /** Intervals times devices: an idle interval takes nine bytes of a log, however many devices there are. */
  private val mostCells = 1000000
  private val mostNameBytes = 4096

  def encode(series: NodeSeries): String = {
    val out = new Writer
    out.number(version.toLong)
    out.number(series.processors.toLong)
    out.number(series.devices.size.toLong)
    series.devices.foreach(out.text)
    out.number(series.directories.size.toLong)
    series.directories.foreach { case (path, device) => out.text(path); out.number(device + 1L) }
    out.number(series.intervals.size.toLong)
    var before = NodeInterval(0, 0, 0, 0, 0, 0, 0, Nil)
    series.intervals.foreach { its =>
      out.signed(its.startMs - before.endMs)
      out.number(its.lengthMs.toLong)
      Seq(its.user, its.system, its.iowait).foreach(share => out.number(share.toLong))
      out.signed(its.cachedMiB.toLong - before.cachedMiB)
      out.signed(its.dirtyMiB.toLong - before.dirtyMiB)
      val used = its.disks.zipWithIndex.filterNot(_._1.isIdle)
      out.number(used.size.toLong)
      used.foreach { case (disk, device) =>
        Seq(device.toLong, disk.readKiB, disk.writtenKiB, disk.busyMs.toLong).foreach(out.number)
      }
      before = its
    }
    Base64.getEncoder.withoutPadding.encodeToString(out.bytes)
  }

  /** None for what is no series of a version that is known here. */
  def decode(text: String): Option[NodeSeries] = Try {
    val in = new Reader(Base64.getDecoder.decode(text))
    require(in.number() == version)
    val processors = in.upTo(Int.MaxValue)
    val devices = Seq.fill(in.upTo(mostNames))(in.text())
    val directories = Seq.fill(in.upTo(mostNames))((in.text(), in.upTo(devices.size) - 1))
    val intervals = ArrayBuffer.empty[NodeInterval]
    var before = NodeInterval(0, 0, 0, 0, 0, 0, 0, Nil)
    (1 to in.upTo(math.min(mostIntervals, mostCells / math.max(1, devices.size)))).foreach { _ =>
      val start = before.endMs + in.signed()
      val length = in.upTo(Int.MaxValue)
      val (user, system, iowait) = (in.upTo(100), in.upTo(100), in.upTo(100))
      val (cached, dirty) = ((before.cachedMiB + in.signed()).toInt, (before.dirtyMiB + in.signed()).toInt)
      val disks = Array.fill(devices.size)(DiskInterval.idle)
      (1 to in.upTo(devices.size)).foreach(_ =>
        disks(in.upTo(devices.size - 1)) = DiskInterval(in.number(), in.number(), in.upTo(Int.MaxValue))
      )
      before = NodeInterval(
        start,
        length,
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

    /** Seven bits a byte, the lowest first; not negative. */
    @annotation.tailrec
    def number(value: Long): Unit =
      if (value < 0x80) out.write(value.toInt)
      else {
        out.write((value & 0x7f | 0x80).toInt)
        number(value >>> 7)
      }

    /** Small ones of either sign in few bytes. */
    def signed(value: Long): Unit = number(value << 1 ^ value >> 63)

    def text(value: String): Unit = {
      val utf8 = value.getBytes(UTF_8).take(mostNameBytes)
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

    def upTo(most: Int): Int = {
      val value = number()
      require(value >= 0 && value <= most)
      value.toInt
    }

    def text(): String = {
      val length = upTo(mostNameBytes)
      require(length <= bytes.length - at)
      at += length
      new String(bytes, at - length, length, UTF_8)
    }
  }
}
