package okibi.explain.facts

import munit.ScalaCheckSuite
import org.scalacheck.Gen
import org.scalacheck.Prop.forAll

class NumberSetSuite extends ScalaCheckSuite {
  private val number = Gen.oneOf(
    Gen.choose(0L, 300L),
    Gen.choose(Long.MinValue, Long.MaxValue),
    Gen.oneOf(-1L, Long.MinValue, Long.MaxValue, 64L, -64L)
  )

  property("a number is new once and in the set from then on, whatever the other numbers are") {
    forAll(Gen.listOf(number)) { all =>
      val (numbers, model) = (new NumberSet, scala.collection.mutable.HashSet.empty[Long])
      all.foreach { number =>
        assertEquals(numbers.contains(number), model(number), s"$number of $all")
        assertEquals(numbers.add(number), model.add(number), s"$number of $all")
      }
      assert(all.forall(numbers.contains), all)
    }
  }
}
