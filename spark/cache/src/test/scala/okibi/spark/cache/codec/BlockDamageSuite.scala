package okibi.spark.cache.codec

import java.io.{IOException, InputStream}

import scala.reflect.ClassTag
import scala.util.Random
import scala.concurrent.duration._

import munit.FunSuite

import okibi.spark.cache.codec.Samples._

class BlockDamageSuite extends FunSuite {
  // More than munit's 30 seconds, for busy machines.
  override val munitTimeout: Duration = 5.minutes

  private val fixture = new CodecFixture
  private val records: List[Any] =
    List.tabulate(2000)(i => s"string $i") ++ List.range(0, 2000) ++ List.tabulate(2000)(i => (i, s"v$i")) ++ List
      .tabulate(500)(i => scala.collection.mutable.ListBuffer(i, i)) ++
      List(new Array[Byte](100000).toSeq.length, Pair(1, java.util.Locale.GERMANY)) ++ List.tabulate(2000)(i =>
        s"after $i"
      )
  private val block = fixture.write(records.iterator)

  test("the sample block holds the kinds of frames that records of its classes give") {
    assertEquals(fixture.read(block).toList, records)
    assertEquals(
      fixture.frames(block).distinct.sorted,
      List(
        FrameFormat.Strings,
        FrameFormat.Plain,
        FrameFormat.Generic,
        FrameFormat.SparkTail,
        FrameFormat.FirstPrimitive + 4
      )
    )
  }

  test("a block that was cut short anywhere gives an error with the position") {
    val cuts = (FrameFormat.mark.length until 60) ++ Seq.fill(300)(
      new Random(1).nextInt(block.length)
    ) ++ (block.length - 30 until block.length)
    cuts.filter(_ >= FrameFormat.mark.length).foreach { length =>
      val error = intercept[IOException](fixture.read(block.take(length)).foreach(_ => ()))
      assert(error.getMessage.contains("byte"), error.getMessage)
    }
  }

  test("a flipped bit anywhere after the mark gives an error") {
    val random = new Random(2)
    for (_ <- 0 until 400) {
      val damaged = block.clone()
      val at = FrameFormat.mark.length + random.nextInt(block.length - FrameFormat.mark.length)
      damaged(at) = (damaged(at) ^ (1 << random.nextInt(8))).toByte
      intercept[IOException](fixture.read(damaged).foreach(_ => ()))
    }
  }

  test("a header that claims a huge frame does not make the reader allocate it") {
    val hostile = FrameFormat.mark ++ new Array[Byte](FrameFormat.HeaderBytes)
    FrameFormat.writeHeader(
      hostile,
      FrameFormat.mark.length,
      FrameFormat.Strings,
      Int.MaxValue - 8,
      Int.MaxValue - 8,
      0
    )
    intercept[IOException](fixture.read(hostile).foreach(_ => ()))
  }

  test("payloads with right checksums and wrong contents give errors") {
    val random = new Random(3)
    for (
      codec <- Seq(FrameFormat.Strings, FrameFormat.ByteArrays, FrameFormat.Plain, FrameFormat.Generic, 77);
      _ <- 0 until 50
    ) {
      val payload = Array.fill(200)(random.nextInt(256).toByte)
      val out = new java.io.ByteArrayOutputStream
      new FrameOutput(out).frame(codec, 100, payload, 0, payload.length)
      intercept[IOException](fixture.read(out.toByteArray).foreach(_ => ()))
    }
  }

  test("the error for a block of a later format names both versions") {
    val later = block.clone()
    later(7) = 9
    val error = intercept[IOException](fixture.read(later))
    assert(error.getMessage.contains("version 9") && error.getMessage.contains("version 1"), error.getMessage)
  }

  test("the stream is closed at the end and not before") {
    var closed = false
    val in: InputStream = new java.io.ByteArrayInputStream(block) { override def close(): Unit = closed = true }
    val iterator = fixture.codec.read[Any](1, in, ClassTag.Any)
    records.indices.foreach { _ => assert(!closed); iterator.next() }
    assert(!iterator.hasNext)
    assert(closed)
    intercept[NoSuchElementException](iterator.next())
  }
}
