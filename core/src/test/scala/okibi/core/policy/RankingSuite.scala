package okibi.core.policy

import munit.ScalaCheckSuite
import org.scalacheck.Gen
import org.scalacheck.Prop.forAll

import okibi.core.block.BlockKey

class RankingSuite extends ScalaCheckSuite {
  private val scores = Gen.listOf(Gen.zip(Gen.choose(0, 5).map(_.toDouble), Gen.choose(0, 3).map(_.toDouble)))

  property("a ranking is a stable sort by score and second score") {
    forAll(scores) { scored =>
      val blocks = scored.indices.map(BlockKey(1, _)).toArray
      val ranked = Ranking.ascending(blocks, block => scored(block.partition)._1, block => scored(block.partition)._2)
      assertEquals(ranked.toList, blocks.toList.sortBy(block => scored(block.partition)))
    }
  }

  property("without a second score, equal scores keep the given order") {
    forAll(scores) { scored =>
      val blocks = scored.indices.map(BlockKey(1, _)).toArray
      assertEquals(
        Ranking.ascending(blocks, block => scored(block.partition)._1, null).toList,
        blocks.toList.sortBy(block => scored(block.partition)._1)
      )
    }
  }

  test("an empty ranking has no next block") {
    val ranked = Ranking.ascending(Array.empty[BlockKey], _ => 0.0, null)
    assert(!ranked.hasNext)
    intercept[NoSuchElementException](ranked.next())
  }
}
