package okibi.spark.cache

import java.util.concurrent.{Callable, Executors, TimeUnit}

import scala.concurrent.duration._
import scala.jdk.CollectionConverters._
import scala.util.Random

import okibi.core.block.BlockKey

import org.apache.spark.memory.MemoryMode
import org.apache.spark.memory.MemoryMode.{OFF_HEAP, ON_HEAP}

class GrantsSuite extends munit.FunSuite {
  // More than munit's 30 seconds, for busy machines.
  override val munitTimeout: Duration = 5.minutes

  private val block = BlockKey(1, 0)

  private def begun(grants: Grants, block: BlockKey, bytes: Long, mode: MemoryMode = ON_HEAP): Unit =
    grants.begin(block, mode, bytes, freeOnly = false, fromDisk = false)

  test("a put is promised its bytes, takes them, and returns the rest when it ends") {
    val grants = new Grants
    begun(grants, block, 1000)
    assertEquals(grants.promisedBytes(ON_HEAP), 1000L)
    grants.taken(block, 300)
    grants.taken(block, 200)
    assertEquals(grants.promisedBytes(ON_HEAP), 500L)
    assertEquals(grants.end(block).map(_.takenBytes), Some(500L))
    assertEquals(grants.promisedBytes(ON_HEAP), 0L)
    assertEquals(grants.end(block), None)
  }

  test("a put that takes more than it was promised takes the rest from free memory") {
    val grants = new Grants
    begun(grants, block, 1000)
    grants.taken(block, 1500)
    assertEquals(grants.promisedBytes(ON_HEAP), 0L)
    assertEquals(grants.end(block).map(_.takenBytes), Some(1500L))
    assertEquals(grants.promisedBytes(ON_HEAP), 0L)
  }

  test("memory on the heap and memory outside the heap are promised separately") {
    val grants = new Grants
    begun(grants, block, 1000)
    begun(grants, BlockKey(1, 1), 70, OFF_HEAP)
    assertEquals((grants.promisedBytes(ON_HEAP), grants.promisedBytes(OFF_HEAP)), (1000L, 70L))
    grants.end(block)
    assertEquals((grants.promisedBytes(ON_HEAP), grants.promisedBytes(OFF_HEAP)), (0L, 70L))
  }

  test("bytes that are taken without a grant are ignored") {
    val grants = new Grants
    grants.taken(block, 100)
    assertEquals(grants.promisedBytes(ON_HEAP), 0L)
    assertEquals(grants.find(block), None)
  }

  test("a grant tells the kind of its put") {
    val grants = new Grants
    grants.begin(block, ON_HEAP, 0L, freeOnly = true, fromDisk = false)
    grants.begin(BlockKey(1, 1), ON_HEAP, 5L, freeOnly = false, fromDisk = true)
    val kinds = Seq(block, BlockKey(1, 1)).flatMap(grants.find(_)).map(grant => (grant.freeOnly, grant.fromDisk))
    assertEquals(kinds, Seq((true, false), (false, true)))
  }

  test("after puts on many threads have ended, nothing is promised") {
    val grants = new Grants
    val pool = Executors.newFixedThreadPool(4)
    val puts = (0 until 400).map { partition =>
      val bytes = new Random(partition)
      new Callable[Unit] {
        override def call(): Unit = {
          val mode = if (partition % 2 == 0) ON_HEAP else OFF_HEAP
          begun(grants, BlockKey(1, partition), bytes.nextInt(1000).toLong, mode)
          (1 to 5).foreach(_ => grants.taken(BlockKey(1, partition), bytes.nextInt(400).toLong))
          grants.end(BlockKey(1, partition))
          ()
        }
      }
    }
    try pool.invokeAll(puts.asJava, 2, TimeUnit.MINUTES).asScala.foreach(_.get)
    finally pool.shutdownNow()
    assertEquals((grants.promisedBytes(ON_HEAP), grants.promisedBytes(OFF_HEAP)), (0L, 0L))
  }
}
