package okibi.core.observe

import munit.ScalaCheckSuite
import org.scalacheck.Gen
import org.scalacheck.Prop.forAll

class SeriesCodecSuite extends ScalaCheckSuite {
  private val share = Gen.choose(0, 100)
  private val disk =
    for (read <- Gen.choose(0L, 1L << 40); written <- Gen.choose(0L, 1L << 40); busy <- Gen.choose(1, 1000))
      yield DiskInterval(read, written, busy)

  private def intervals(devices: Int): Gen[Seq[NodeInterval]] = {
    val one = for {
      gap <- Gen.choose(-5000, 5000)
      length <- Gen.choose(1, 100000)
      user <- share
      system <- share
      iowait <- share
      cached <- Gen.choose(0, 1 << 20)
      dirty <- Gen.choose(0, 1 << 20)
      disks <- Gen.choose(0, devices).flatMap(Gen.listOfN(_, disk))
    } yield gap -> NodeInterval(0, length, user, system, iowait, cached, dirty, disks)
    Gen
      .listOf(one)
      .map(_.scanLeft(NodeInterval(1763900000000L, 0, 0, 0, 0, 0, 0, Nil)) { case (before, (gap, interval)) =>
        interval.copy(startMs = before.endMs + gap)
      }.tail)
  }

  private val series: Gen[NodeSeries] = for {
    devices <- Gen.choose(0, 5)
    some <- intervals(devices)
    directories <- Gen.listOf(Gen.zip(Gen.alphaNumStr.map("/möglich/" + _), Gen.choose(-1, devices - 1)))
  } yield NodeSeries(2, (0 until devices).map("sd" + _), directories, some)

  property("an encoded series decodes to itself") {
    forAll(series)(nodes => assertEquals(SeriesCodec.decode(SeriesCodec.encode(nodes)), Some(nodes)))
  }

  property("damaged bytes decode to a series or to none, and never fail") {
    forAll(series, Gen.choose(0.0, 1.0), Gen.choose(0, 255)) { (nodes, position, byte) =>
      val bytes = java.util.Base64.getDecoder.decode(SeriesCodec.encode(nodes))
      bytes((position * (bytes.length - 1)).toInt) = byte.toByte
      SeriesCodec.decode(java.util.Base64.getEncoder.encodeToString(bytes))
      SeriesCodec.decode(java.util.Base64.getEncoder.encodeToString(bytes.take((position * bytes.length).toInt)))
      true
    }
  }

  test("a text without Base64, another version, names beyond the end and too many intervals decode to no series") {
    Seq("", "!", "Ag", "AQL/////DwA", "AQIAAP///38").foreach(text => assertEquals(SeriesCodec.decode(text), None, text))
  }

  test("few bytes that claim many devices in many intervals decode to no series") {
    def decoded(intervals: Int) = SeriesCodec.decode(
      SeriesCodec.encode(
        NodeSeries(
          2,
          (0 until 1000).map("d" + _),
          Nil,
          Seq.fill(intervals)(
            NodeInterval(0, 1, 0, 0, 0, 0, 0, Seq.fill(999)(DiskInterval.idle) :+ DiskInterval(1, 1, 1))
          )
        )
      )
    )
    assertEquals(decoded(1000).map(_.intervals.size), Some(1000))
    assertEquals(decoded(1001), None)
  }

  test("an idle second takes few bytes") {
    val idle = (0 until 100).map(i => NodeInterval(1763900000000L + i * 1001, 1000, 3, 1, 0, 5000 + i, 10, Nil))
    val bytesPerInterval = SeriesCodec.encode(NodeSeries(2, Nil, Nil, idle)).length / 100.0
    assert(bytesPerInterval <= 13, bytesPerInterval)
  }

  property("a merged interval keeps the sums of disk loads and a mean between the loads of the processors") {
    forAll(intervals(3).suchThat(_.size >= 2)) { some =>
      val aligned = some.head.copy(startMs = 0) +: Seq(some(1).copy(startMs = some.head.lengthMs.toLong))
      val both = aligned.head and aligned(1)
      assertEquals(both.lengthMs, aligned.map(_.lengthMs).sum)
      assertEquals(both.disks.map(_.writtenKiB).sum, aligned.flatMap(_.disks.map(_.writtenKiB)).sum)
      assert(both.userPercent >= aligned.map(_.userPercent).min && both.userPercent <= aligned.map(_.userPercent).max)
    }
  }
}
