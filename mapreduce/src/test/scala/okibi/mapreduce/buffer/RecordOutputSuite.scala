package okibi.mapreduce.buffer

import java.io.{ByteArrayOutputStream, DataOutput, DataOutputStream}
import java.util.Random

import munit.FunSuite

import okibi.mapreduce.memory.{Memory, VInts}

class RecordOutputSuite extends FunSuite {
  test("a RecordOutput writes the same bytes as a DataOutputStream") {
    val record = new SingleRecord
    (0 until 200).foreach { seed =>
      val bytes = new ByteArrayOutputStream
      val expected = new DataOutputStream(bytes)
      record.begin()
      Seq[DataOutput](expected, record.output()).foreach { out =>
        val random = new Random(seed)
        (0 until random.nextInt(50)).foreach { _ =>
          random.nextInt(12) match {
            case 0 => out.write(random.nextInt())
            case 1 => out.writeBoolean(random.nextBoolean())
            case 2 => out.writeByte(random.nextInt())
            case 3 => out.writeShort(random.nextInt())
            case 4 => out.writeChar(random.nextInt())
            case 5 => out.writeInt(random.nextInt())
            case 6 => out.writeLong(random.nextLong())
            case 7 => out.writeFloat(random.nextFloat())
            case 8 => out.writeDouble(random.nextDouble())
            case 9 => out.writeUTF("熾火 " + random.nextInt())
            case 10 => out.writeChars("熾火"); out.writeBytes("okibi")
            case 11 => out.write(Array.fill(random.nextInt(5000))(random.nextInt().toByte), 0, 0)
          }
        }
        val tail = Array.fill(random.nextInt(200000))(7.toByte)
        out.write(tail, tail.length / 3, tail.length / 2)
        out.write(tail)
      }
      record.endKey()
      val length = record.end()
      val written = new Array[Byte](length)
      Memory.copyOut(record.record(), written, 0, length)
      val header = VInts.size(bytes.size) + 1
      assertEquals(VInts.get(record.record()), bytes.size)
      assert(written.drop(header).sameElements(bytes.toByteArray), s"seed $seed")
    }
    record.close()
  }

  test("the bounds of arrays are checked") {
    val record = new SingleRecord
    record.begin()
    intercept[IndexOutOfBoundsException](record.output().write(new Array[Byte](10), 5, 6))
    intercept[IndexOutOfBoundsException](record.output().write(new Array[Byte](10), -1, 2))
    record.close()
  }
}
