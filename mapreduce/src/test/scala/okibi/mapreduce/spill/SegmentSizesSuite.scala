package okibi.mapreduce.spill

import java.util.Random

import munit.FunSuite

class SegmentSizesSuite extends FunSuite {
  test("each segment has its sizes, with equal and with different neighbours") {
    val random = new Random(1)
    (0 until 200).foreach { count =>
      val expected = Seq.fill(count)(random.nextInt(3).toLong -> random.nextInt(2).toLong)
      val sizes = new SegmentSizes
      expected.foreach { case (raw, inFile) => sizes.add(raw, inFile) }
      sizes.trim()
      assertEquals(sizes.count, count)
      assertEquals((0 until count).map(i => sizes.rawBytes(i) -> sizes.fileBytes(i)), expected)
      assertEquals(sizes.totalFileBytes, expected.map(_._2).sum)
    }
  }
}
