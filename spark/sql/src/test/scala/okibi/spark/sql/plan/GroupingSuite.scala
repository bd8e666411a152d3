package okibi.spark.sql.plan

import munit.FunSuite

class GroupingSuite extends FunSuite {
  private val small: Int => Long = _ => 1L << 10
  private val anywhere: Int => Option[String] = _ => None

  private def group(
      kept: Array[Int],
      bytes: Int => Long = small,
      place: Int => Option[String] = anywhere,
      inOrder: Boolean = false,
      cores: Int = 2
  ) =
    Grouping.of(kept, bytes, place, inOrder, 16L << 20, cores)

  test("small partitions share a task, and each core still has some tasks") {
    val groups = group(Array.range(0, 1000))
    assert(groups.length >= 6 && groups.length <= 8, groups.length)
    assertEquals(groups.flatten.toSeq, (0 until 1000).toSeq)
  }

  test("large partitions keep their own tasks") {
    assertEquals(group(Array.range(0, 20), bytes = _ => 64L << 20).map(_.toSeq).toSeq, (0 until 20).map(Seq(_)))
  }

  test("a group holds no more than the target") {
    val groups = group(Array.range(0, 10000), bytes = _ => 1L << 20)
    assert(groups.forall(_.length <= 16))
  }

  test("the partitions of a group are at one place, in ascending order") {
    val place: Int => Option[String] = partition => Some(s"executor ${partition % 3}")
    val groups = group(Array.range(0, 999), place = place)
    assert(groups.length < 20, groups.length)
    groups.foreach { group =>
      assertEquals(group.map(place).distinct.length, 1)
      assertEquals(group.toSeq, group.sorted.toSeq)
    }
    assertEquals(groups.flatten.sorted.toSeq, (0 until 999).toSeq)
  }

  test("groups that must keep the order follow each other as their partitions do") {
    val place: Int => Option[String] = partition => Some(s"executor ${partition / 10 % 2}")
    val groups = group(Array.range(0, 1000), place = place, inOrder = true)
    assertEquals(groups.flatten.toSeq, (0 until 1000).toSeq)
    groups.foreach(group => assertEquals(group.map(place).distinct.length, 1))
  }

  test("partitions do not share a task when a core would be idle") {
    assertEquals(group(Array.range(0, 4), cores = 4).length, 4)
  }

  test("no partitions give no groups") {
    assertEquals(group(Array.empty[Int]).length, 0)
  }
}
