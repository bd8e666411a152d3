package okibi.spark.sql.rowfilter

import munit.FunSuite
import okibi.core.kit.Draws

class KeySetSuite extends FunSuite {
  test("a set keeps the rows with its keys and no others, dense or sparse") {
    val random = Draws.random("KeySetSuite")
    (1 to 300).foreach { _ =>
      val spread = Seq(50, 5000, Int.MaxValue).apply(random.nextInt(3))
      def key(): Long = if (random.nextInt(20) == 0) Seq(0L, Long.MinValue, Long.MaxValue, -1L).apply(random.nextInt(4))
      else random.nextInt(spread).toLong
      val keys = Array.fill(random.nextInt(200))(key())
      val set = KeySet(keys)
      val asked = keys ++ Array.fill(200)(key())
      val rows = asked.indices.toArray
      val kept = set.keep(asked, rows, rows.length)
      assertEquals(
        rows.take(kept).toSeq,
        asked.indices.filter(i => keys.contains(asked(i))),
        s"keys ${keys.mkString(",")}"
      )
    }
  }
}
