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
      .map(_.scanLeft(NodeInterval(1763900000000L, 0, 0, 0, 0, 0, 0, Nil)) { case (before, (gap, its)) =>
        its.copy(startMs = before.endMs + gap)
      }.tail)
  }

  private val series: Gen[NodeSeries] = for {
    devices <- Gen.choose(0, 5)
    some <- intervals(devices)
    directories <- Gen.listOf(Gen.zip(Gen.alphaNumStr.map("/möglich/" + _), Gen.choose(-1, devices - 1)))
  } yield NodeSeries(2, (0 until devices).map("sd" + _), directories, some)

  property("what was written is read") {
    forAll(series)(its => assertEquals(SeriesCodec.decode(SeriesCodec.encode(its)), Some(its)))
  }

  property("whatever a log has in its place is a series or none") {
    forAll(series, Gen.choose(0.0, 1.0), Gen.choose(0, 255)) { (its, where, byte) =>
      val bytes = java.util.Base64.getDecoder.decode(SeriesCodec.encode(its))
      bytes((where * (bytes.length - 1)).toInt) = byte.toByte
      SeriesCodec.decode(java.util.Base64.getEncoder.encodeToString(bytes))
      SeriesCodec.decode(java.util.Base64.getEncoder.encodeToString(bytes.take((where * bytes.length).toInt)))
      true
    }
  }

  test("no Base64, another version, names without end, more intervals than bytes") {
    Seq("", "!", "Ag", "AQL/////DwA", "AQIAAP///38").foreach(text => assertEquals(SeriesCodec.decode(text), None, text))
  }

  test("few bytes that stand for many devices at many times") {
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
    val each = SeriesCodec.encode(NodeSeries(2, Nil, Nil, idle)).length / 100.0
    assert(each <= 13, each)
  }

  property("intervals that are put together keep what disks did, and a mean that lies between") {
    forAll(intervals(3).suchThat(_.size >= 2)) { some =>
      val aligned = some.head.copy(startMs = 0) +: Seq(some(1).copy(startMs = some.head.lengthMs.toLong))
      val both = aligned.head and aligned(1)
      assertEquals(both.lengthMs, aligned.map(_.lengthMs).sum)
      assertEquals(both.disks.map(_.writtenKiB).sum, aligned.flatMap(_.disks.map(_.writtenKiB)).sum)
      assert(both.user >= aligned.map(_.user).min && both.user <= aligned.map(_.user).max)
    }
  }
}
