package okibi.core.advice

import scala.util.Random

class MemoryAdviceSuite extends munit.FunSuite {
  private def mib(count: Long): Long = count << 20

  private def needs(execution: Long, files: Long): MemoryNeeds = MemoryNeeds(mib(execution), mib(files), 0.6)

  private def split(heap: Long, overhead: Long, offHeap: Long = 0): MemorySplit =
    MemorySplit(mib(heap), mib(offHeap), mib(overhead))

  private def adviceOf(needs: MemoryNeeds, now: MemorySplit): MemoryAdvice = MemoryAdvice.of("executor", needs, now)

  /** Execution, files, the present division; the advised division and the container that is enough. */
  private val cases: Seq[(String, MemoryNeeds, MemorySplit, MemorySplit, Long)] = Seq(
    ("a smaller heap makes room for the files", needs(100, 500), split(1024, 384), split(512, 896), 512 + 896),
    ("files that no division holds change nothing", needs(100, 3000), split(1024, 384), split(1024, 384), 512 + 3392),
    ("a larger heap keeps tasks from spilling", needs(600, 0), split(1024, 768), split(1344, 448), 1344 + 384),
    ("spilling goes before reading the disk", needs(600, 300), split(1024, 768), split(1344, 448), 1344 + 640),
    ("everything fits", needs(100, 40), split(1024, 384), split(1024, 384), 512 + 384),
    ("off the heap is room for tasks", needs(600, 100), split(1024, 384, 600), split(512, 896, 600), 512 + 600 + 448)
  )

  test("the advised division, and the container that is enough") {
    cases.foreach { case (what, needs, now, advised, enoughMib) =>
      val advice = adviceOf(needs, now)
      assertEquals(advice.split, advised, what)
      assertEquals(advice.enough.containerBytes >> 20, enoughMib, what)
    }
  }

  test("the reason has the figures, the consequence and the next step") {
    assertEquals(
      adviceOf(needs(100, 500), split(1024, 384)).reason,
      "An executor's container of 1408 MiB has 1024 MiB of heap and 48 MiB for the page cache; tasks need 100 MiB of " +
        "execution memory at once, and cached data have 500 MiB as files of Okibi: a scan of all cached data reads up " +
        "to 500 MiB from the disk, and tasks do not spill. In the same container spark.executor.memory=512m and " +
        "spark.executor.memoryOverhead=896m: scans of cached data read no disk, and tasks do not spill."
    )
    val larger = adviceOf(needs(100, 3000), split(1024, 384)).steps
    assertEquals(
      larger,
      Seq(
        "A container of 3904 MiB is enough: spark.executor.memory=512m and spark.executor.memoryOverhead=3392m."
      )
    )
    val smaller = adviceOf(needs(100, 40), split(1024, 384))
    assertEquals(
      (smaller.isChange, smaller.steps),
      (
        true,
        Seq(
          "A smaller container of 896 MiB is enough too: spark.executor.memory=512m and " +
            "spark.executor.memoryOverhead=384m."
        )
      )
    )
    val fitting = adviceOf(needs(100, 40), split(600, 384))
    assertEquals((fitting.isChange, fitting.steps), (false, Seq("Nothing has to change.")))
  }

  test("in local mode the driver's settings are named") {
    val advice = MemoryAdvice.of("driver", needs(100, 500), split(1024, 384))
    assert(advice.reason.startsWith("The driver's container of 1408 MiB"), advice.reason)
    assert(advice.reason.contains("spark.driver.memory=512m and spark.driver.memoryOverhead=896m"), advice.reason)
  }

  test("for any needs the container stays as large as it is, and no outcome gets worse") {
    val seed = System.nanoTime()
    val random = new Random(seed)
    def upTo(most: Int): Long = random.nextInt(most).toLong
    (1 to 20000).foreach { _ =>
      val now = split(450 + upTo(8000), upTo(4000), upTo(2) * upTo(2000))
      val wanted = needs(upTo(5000), upTo(9000))
      val advice = adviceOf(wanted, now)
      def clue: String = s"seed $seed: $wanted, $now: $advice"
      assertEquals(advice.split.containerBytes, now.containerBytes, clue)
      assert(!wanted.spills(advice.split) || wanted.spills(now), clue)
      assert(wanted.isHeld(advice.split) || !wanted.isHeld(now) || wanted.spills(now), clue)
      assert(!wanted.spills(advice.enough) && wanted.isHeld(advice.enough), clue)
      val again = adviceOf(wanted, advice.enough)
      assertEquals(again.isChange, false, clue)
    }
  }
}
