package okibi.core.hostile

import java.nio.charset.StandardCharsets.ISO_8859_1

import okibi.core.kit.HostileInput
import okibi.core.observe.{DiskInterval, NodeInterval, NodeSeries, SeriesCodec}

/** A machine's series in an event log. */
object HostileSeries extends HostileInput {
  override def seeds: Seq[Array[Byte]] = {
    val intervals = (1 to 5).map { i =>
      NodeInterval(i * 1000L, 1000, 10, 5, 1, 300 + i, i, Seq.fill(i % 3)(DiskInterval(i.toLong, 2, 3)))
    }
    Seq(NodeSeries(2, Seq("sda", "sdb"), Seq("/data" -> 0, "/tmp" -> -1), intervals.toVector))
      .map(series => SeriesCodec.encode(series).getBytes(ISO_8859_1))
  }

  override def fuzzerTestOneInput(bytes: Array[Byte]): Unit = {
    SeriesCodec.decode(new String(bytes, ISO_8859_1))
    ()
  }
}
