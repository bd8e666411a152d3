package okibi.mapreduce.memory

import java.util.Arrays

import munit.FunSuite

class MemorySuite extends FunSuite {
  test("copies of every length from every start copy exactly these bytes") {
    val size = 400
    val source = Array.tabulate[Byte](size)(i => (i * 31 + 7).toByte)
    val (a, b) = (Memory.allocate(2L * size), Memory.allocate(2L * size))
    for (length <- 0 to 300; start <- 0 to 9) {
      (0 until size).foreach(i => Memory.putByte(b + i, 99))
      Memory.copyIn(source, start, a + start, length)
      Memory.copy(a + start, b + 3, length)
      val copied = new Array[Byte](size)
      Memory.copyOut(b, copied, 0, size)
      assert(Arrays.equals(copied, 3, 3 + length, source, start, start + length), s"$length from $start")
      assert(
        copied.take(3).forall(_ == 99) && copied.drop(3 + length).forall(_ == 99),
        s"$length from $start: bytes outside the range changed"
      )
    }
    Memory.free(a)
    Memory.free(b)
  }

  test("the order of bytes in memory is that of arrays") {
    val random = new java.util.Random(3)
    val (a, b) = (Memory.allocate(64), Memory.allocate(64))
    (0 until 20000).foreach { _ =>
      val left = Array.fill(random.nextInt(20))((random.nextInt(2) * 255).toByte)
      val right = Array.fill(random.nextInt(20))((random.nextInt(2) * 255).toByte)
      Memory.copyIn(left, 0, a, left.length)
      Memory.copyIn(right, 0, b, right.length)
      assertEquals(
        Integer.signum(Memory.compare(a, left.length, b, right.length)),
        Integer.signum(Arrays.compareUnsigned(left, right))
      )
    }
    Memory.free(a)
    Memory.free(b)
  }
}
