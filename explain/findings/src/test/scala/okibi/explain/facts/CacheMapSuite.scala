package okibi.explain.facts

import munit.ScalaCheckSuite
import org.scalacheck.Gen
import org.scalacheck.Prop.forAll

class CacheMapSuite extends ScalaCheckSuite {
  private val partition = Gen.zip(Gen.oneOf(CacheMap.nowhere, CacheMap.disk, CacheMap.memory), Gen.choose(0, 3))

  property("cells join neighbouring partitions, and there are at most as many as wanted") {
    forAll(Gen.listOf(partition), Gen.choose(1, 10)) { (partitions, most) =>
      val cells = new CacheMap(partitions.map(_._1).toArray, partitions.map(_._2).toArray).cells(most)
      assert(cells.size <= most, cells)
      assertEquals(cells.flatMap(cell => cell.first until cell.first + cell.count), partitions.indices.toList: Seq[Int])
      assertEquals(cells.map(_.memory).sum, partitions.count(_._1 == CacheMap.memory))
      assertEquals(cells.map(_.disk).sum, partitions.count(_._1 == CacheMap.disk))
      assertEquals(cells.map(_.evictions).sum, partitions.map(_._2.toLong).sum)
    }
  }

  test("a cell describes its partitions") {
    assertEquals(CacheCell(2, 1, 0, 1, 1).description, "partition 2, evicted 1 time")
    assertEquals(CacheCell(2, 3, 1, 2, 4).description, "partitions 2 to 4: 1 in memory, 2 on disk, evicted 4 times")
  }
}
