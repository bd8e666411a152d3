package okibi.mapreduce.order

import java.util.Random

import munit.FunSuite

import okibi.mapreduce.KeyKind
import okibi.mapreduce.memory.Memory

import org.apache.hadoop.io.{DataOutputBuffer, NullWritable, Writable}

/** Prefixes agree with the job's own comparator. */
class KeyOrdersSuite extends FunSuite {
  private def serialised(key: Writable): Array[Byte] = {
    val out = new DataOutputBuffer
    key.write(out)
    java.util.Arrays.copyOf(out.getData, out.getLength)
  }

  KeyKind.all.foreach { keys =>
    test(s"prefixes agree with the comparator: ${keys.name}") {
      val comparator = keys.job(classOf[NullWritable], 1).getOutputKeyComparator
      val order = KeyOrders.of(comparator, keys.of, true)
      val random = new Random(1)
      val (left, right) = (Memory.allocate(1024), Memory.allocate(1024))
      (0 until 5000).foreach { _ =>
        val numbers = Seq.fill(2)(random.nextInt(200).toLong)
        val Seq(a, b) = numbers.map(number => serialised(keys.make(number)))
        Memory.copyIn(a, 0, left, a.length)
        Memory.copyIn(b, 0, right, b.length)
        val expected = Integer.signum(comparator.compare(a, 0, a.length, b, 0, b.length))
        val (prefixA, prefixB) = (order.prefix(left, a.length), order.prefix(right, b.length))
        val prefixes = java.lang.Long.compareUnsigned(prefixA, prefixB)
        if (prefixes != 0) assertEquals(Integer.signum(prefixes), expected, numbers.toString)
        else if (order.decides(prefixA)) assertEquals(expected, 0, numbers.toString)
        else assertEquals(Integer.signum(order.compare(left, a.length, right, b.length, 0)), expected, numbers.toString)
      }
      Memory.free(left)
      Memory.free(right)
    }
  }

  test("every kind of keys has an order with prefixes, except those that only their comparator knows") {
    val withoutOrder = KeyKind.all.filter { keys =>
      val comparator = keys.job(classOf[NullWritable], 1).getOutputKeyComparator
      KeyOrders.of(comparator, keys.of, true).isInstanceOf[ComparatorOrder]
    }
    assertEquals(
      withoutOrder.map(_.name),
      Seq("Text, backwards", "a pair without a raw comparator", "a subclass of Text")
    )
  }

  test("prefixes of numbers decide, and prefixes of long texts and of unknown orders do not") {
    def decides(name: String): Boolean = {
      val keys = KeyKind.all.find(_.name == name).get
      val order = KeyOrders.of(keys.job(classOf[NullWritable], 1).getOutputKeyComparator, keys.of, true)
      val bytes = serialised(keys.make(3))
      val address = Memory.allocate(1024)
      Memory.copyIn(bytes, 0, address, bytes.length)
      val result = order.decides(order.prefix(address, bytes.length))
      Memory.free(address)
      result
    }
    Seq("IntWritable", "LongWritable", "VLongWritable", "DoubleWritable", "NullWritable", "BooleanWritable").foreach(
      name => assert(decides(name), name)
    )
    Seq("Text of ten bytes", "Text, backwards", "a subclass of Text", "MD5Hash").foreach(name =>
      assert(!decides(name), name)
    )
  }
}
