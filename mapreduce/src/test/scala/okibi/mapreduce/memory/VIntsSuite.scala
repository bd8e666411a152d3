package okibi.mapreduce.memory

import java.io.{ByteArrayOutputStream, DataOutputStream}
import java.util.Random

import munit.FunSuite

import org.apache.hadoop.io.WritableUtils

class VIntsSuite extends FunSuite {
  private val address = Memory.allocate(64)

  override def afterAll(): Unit = Memory.free(address)

  private def hadoops(value: Long): Array[Byte] = {
    val bytes = new ByteArrayOutputStream
    WritableUtils.writeVLong(new DataOutputStream(bytes), value)
    bytes.toByteArray
  }

  test("lengths are written like by Hadoop") {
    val random = new Random(1)
    val lengths = Seq(0, 1, 111, 112, 127, 128, 255, 256, 65535, 65536, 1 << 24, Int.MaxValue) ++ Seq.fill(1000)(
      random.nextInt() >>> 1 + random.nextInt(30)
    )
    lengths.foreach { length =>
      val expected = hadoops(length.toLong)
      assertEquals(VInts.size(length), expected.length, length.toString)
      assertEquals(VInts.put(address, length), address + expected.length, length.toString)
      val written = new Array[Byte](expected.length)
      Memory.copyOut(address, written, 0, written.length)
      assertEquals(written.toSeq, expected.toSeq, length.toString)
      assertEquals(VInts.get(address), length)
    }
  }

  test("every number that Hadoop writes is read") {
    val random = new Random(2)
    val values = Seq(-1L, -112L, -113L, -120L, -121L, Long.MinValue, Long.MaxValue) ++ Seq.fill(1000)(
      random.nextLong() >> random.nextInt(64)
    )
    values.foreach { value =>
      val bytes = hadoops(value)
      Memory.copyIn(bytes, 0, address, bytes.length)
      assertEquals(VInts.sizeFrom(bytes(0)), bytes.length, value.toString)
      assertEquals(VInts.getLong(address), value)
      assertEquals(VInts.get(address), if (value.isValidInt) value.toInt else -2)
    }
  }
}
