package okibi.core.machine

final class WallClockSuite extends munit.FunSuite {

  test("a thread that was pushed aside between two clocks reads them again") {
    // Both show 0 at 0; the first reading is interrupted for 98 ms, the second takes nothing.
    val even = Iterator(0L, 98000000L, 98000000L, 98000100L)
    val clock = Iterator(98L, 98L)
    assertEquals(new WallClock(() => even.next(), () => clock.next()).at(-5000000), -5L)
  }

  test("where no reading is quick, the quickest counts, and there is an end to it") {
    var now = 0L
    val lengths = Iterator(50, 20, 5, 30, 40).map(_ * 1000000L)
    def even(): Long = now
    // The whole delay lies before the clock is read: that far is its answer off.
    def clock(): Long = { now += lengths.next(); now / 1000000 }
    assertEquals(new WallClock(() => even(), () => clock()).at(0), 5L)
    assert(lengths.isEmpty, "all five were taken")
  }
}
