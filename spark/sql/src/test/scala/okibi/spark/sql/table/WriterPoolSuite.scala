package okibi.spark.sql.table

import scala.collection.mutable

import munit.FunSuite
import org.apache.spark.sql.types.{IntegerType, StringType}

class WriterPoolSuite extends FunSuite {
  private var nowMs = 0L
  private val planned = mutable.Queue.empty[(Long, () => Unit)]
  private def pool = new WriterPool(() => nowMs, (delay, work) => planned += (nowMs + delay) -> work)

  /** Lets time pass, and runs the work that is due. */
  private def pass(millis: Long): Unit = {
    nowMs += millis
    planned.dequeueAll(_._1 <= nowMs).foreach(_._2())
  }

  test("the next task with the same columns takes an idle writer") {
    val writers = pool
    val first = writers.borrow(Seq(IntegerType), BatchWriter.Rows)
    writers.giveBack(first)
    assert(writers.borrow(Seq(StringType), BatchWriter.Rows) ne first)
    assert(writers.borrow(Seq(IntegerType), BatchWriter.Rows) eq first)
    assertEquals(writers.size, 0)
  }

  test("writers that stay idle are dropped") {
    val writers = pool
    writers.giveBack(new BatchWriter(Seq(IntegerType)))
    pass(WriterPool.KeptMs / 2)
    writers.giveBack(new BatchWriter(Seq(StringType)))
    assertEquals(writers.size, 2)
    pass(WriterPool.KeptMs / 2)
    assertEquals(writers.size, 1)
    pass(WriterPool.KeptMs / 2)
    assertEquals(writers.size, 0)
    assertEquals(planned.size, 0)
  }

  test("a writer that is needed often stays") {
    val writers = pool
    val writer = writers.borrow(Seq(IntegerType), BatchWriter.Rows)
    (1 to 20).foreach { _ =>
      writers.giveBack(writer)
      pass(WriterPool.KeptMs - 1)
      assert(writers.borrow(Seq(IntegerType), BatchWriter.Rows) eq writer)
    }
  }
}
