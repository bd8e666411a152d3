package okibi.core.machine

final class WallClockSuite extends munit.FunSuite {

  test("after an interruption between two clocks, both are read again") {
    // Both clocks show 0 at 0. The first reading is interrupted for 98 ms, the second takes no time.
    val even = Iterator(0L, 98000000L, 98000000L, 98000100L)
    val clock = Iterator(98L, 98L)
    assertEquals(new WallClock(() => even.next(), () => clock.next()).at(-5000000), -5L)
  }

  test("without a short reading, the shortest of a limited number of readings counts") {
    var now = 0L
    val lengths = Iterator(50, 20, 5, 30, 40).map(_ * 1000000L)
    def monotonic(): Long = now
    // The whole delay lies before the wall clock is read, so the result is off by the delay.
    def clock(): Long = { now += lengths.next(); now / 1000000 }
    assertEquals(new WallClock(() => monotonic(), () => clock()).at(0), 5L)
    assert(lengths.isEmpty, "five readings are taken")
  }
}
