package okibi.bench.data.text

import munit.ScalaCheckSuite
import org.scalacheck.Gen
import org.scalacheck.Prop.forAll

class FileSliceSuite extends ScalaCheckSuite {
  private val sizes =
    Gen.nonEmptyListOf(Gen.frequency(1 -> Gen.const(0L), 4 -> Gen.choose(0L, 100L), 1 -> Gen.choose(0L, 100000L)))

  property("every byte of every file is in exactly one part, and the sizes of parts differ by at most one byte") {
    forAll(sizes.suchThat(_.sum > 0), Gen.choose(1, 20)) { (bytes, wanted) =>
      val files = bytes.zipWithIndex.map { case (size, i) => (s"file$i", size) }
      val parts = math.min(wanted.toLong, bytes.sum).toInt
      val packed = FileSlice.pack(files, parts)
      val joined = packed.flatten.groupBy(_.path)
      files.foreach { case (path, size) =>
        val slices = joined.getOrElse(path, Nil)
        assertEquals(slices.map(s => s.end - s.start).sum, size)
        slices.zip(slices.drop(1)).foreach { case (a, b) => assertEquals(a.end, b.start) }
      }
      val partBytes = packed.map(_.map(s => s.end - s.start).sum)
      assertEquals(packed.size, parts)
      assert(partBytes.max - partBytes.min <= 1, partBytes)
    }
  }
}
