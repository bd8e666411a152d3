package okibi.spark.cache.codec

import java.io.{ByteArrayInputStream, IOException}
import java.util.Locale

import scala.reflect.ClassTag

import com.esotericsoftware.kryo.{Kryo, Serializer => KryoS}
import com.esotericsoftware.kryo.io.{Input, Output}
import munit.FunSuite
import org.apache.fory.memory.MemoryBuffer
import org.apache.spark.SparkConf
import org.apache.spark.serializer.KryoRegistrator

import okibi.spark.cache.codec.Samples._

import scala.concurrent.duration._

class FallbackSuite extends FunSuite {
  // More than munit's 30 seconds, for busy machines.
  override val munitTimeout: Duration = 5.minutes

  private val locale = Locale.forLanguageTag("de-DE-u-co-phonebk")
  private val kryo = "spark.serializer" -> "org.apache.spark.serializer.KryoSerializer"
  private val tail = FrameFormat.SparkTail

  test("a class that Fory does not restore is left to Spark's serializer from that record on") {
    val fixture = new CodecFixture
    val block = fixture.write(Iterator[Any](("a", 1), List(1), List(2), Pair("x", locale), "after", null, 5))
    assertEquals(fixture.read(block).toList, List[Any](("a", 1), List(1), List(2), Pair("x", locale), "after", null, 5))
    assertEquals(fixture.frames(block).last, tail)
    assertEquals(fixture.fallbacks, 1L)
  }

  test("later blocks of the RDD begin with Spark's serializer, other RDDs do not") {
    val fixture = new CodecFixture
    fixture.write(Iterator(locale), rdd = 1)
    val later = fixture.write(Iterator("a", "b"), rdd = 1)
    assertEquals(fixture.frames(later), List(tail))
    assertEquals(fixture.read(later).toList, List[Any]("a", "b"))
    assert(!fixture.frames(fixture.write(Iterator("a"), rdd = 2)).contains(tail))
    assertEquals(fixture.fallbacks, 1L)
    fixture.codec.forget(1)
    assert(!fixture.frames(fixture.write(Iterator("a"), rdd = 1)).contains(tail))
  }

  test("the written part of a failing record is cut off, wherever in the record the failure is") {
    val fixture = new CodecFixture
    val records = (1 to 5000).map(i => List(s"record $i")) ++ Seq(
      Pair(List.fill(10000)("x"), new Poison("before", locale).locale)
    ) ++ (1 to 100)
    assertEquals(fixture.roundTrip(records), records)
    val others = (1 to 100).map(i => scala.collection.mutable.ListBuffer(i, Pair("other RDDs are written", i)))
    assertEquals(fixture.read(fixture.write(others.iterator, rdd = 2)).toList, others.toList)
  }

  test("a structure that is too deep for recursion falls back, and Spark's serializer reports the error") {
    val fixture = new CodecFixture
    val head = Iterator.range(0, 1000000).foldLeft(null: Node) { (next, i) =>
      val node = new Node(i); node.next = next; node
    }
    val overflowed =
      try { fixture.write(Iterator("fine", head)); false }
      catch { case _: StackOverflowError => true }
    assert(overflowed)
    assertEquals(fixture.fallbacks, 1L)
  }

  test("a class that can be written but not read is found while its record is available") {
    val fixture = new CodecFixture
    val records = (1 to 10).map(i => scala.collection.mutable.ListBuffer(i)) ++ Seq(new OneWay(7))
    val block = fixture.write(records.iterator)
    assertEquals(fixture.frames(block), List(FrameFormat.Generic, tail))
    assertEquals(fixture.read(block).toList.init, records.init.toList)
    assertEquals(fixture.fallbacks, 1L)
  }

  test("a part of a record that is too large is refused before a write beyond the buffer") {
    val conf = new SparkConf(false)
    val refusals = new Refusals(new KryoChoices(conf), new JavaContract(conf))
    val pool = new ForyPool(getClass.getClassLoader, refusals, maxArrayBytes = 1000)
    val buffer = MemoryBuffer.newHeapBuffer(100)
    for (record <- Seq[AnyRef](new Array[Double](200), Pair(new Array[Int](300), 1), new Holder(new Array[Long](200))))
      intercept[TooLargeException] {
        try new ForyFrame.Encoder(pool, new ReadBackProofs).write(record, buffer)
        catch { case e: RuntimeException if e.getCause ne null => throw e.getCause }
      }
    intercept[TooLargeException](BufferRoom.allocator.grow(buffer, FrameFormat.MaxBytes + 1))
    assert(MemoryBuffer.getGlobalAllocator eq BufferRoom.allocator)
  }

  test("a class for which the registrator sets a serializer is refused at any depth") {
    val fixture = new CodecFixture(kryo, "spark.kryo.registrator" -> classOf[SpecialRegistrator].getName)
    val back = fixture.roundTrip(Seq(Pair(1, new Special(1)), List(new Special(2)), new Special(3)))
    val Seq(Pair(_, a: Special), List(b: Special), c: Special) = back
    assertEquals((a.n, b.n, c.n), (101, 102, 103))
    assertEquals(fixture.fallbacks, 1L)
  }

  test("a class that is only registered is not treated specially") {
    val fixture = new CodecFixture(
      kryo,
      "spark.kryo.registrator" -> classOf[PlainRegistrator].getName,
      "spark.kryo.classesToRegister" -> classOf[Point].getName
    )
    val records = Seq(Point(1, 2, 3, "p", on = true, Some(4)), List(Point(1, 2, 3, "q", on = false, None)))
    assertEquals(fixture.roundTrip(records), records)
    assertEquals(fixture.fallbacks, 0L)
  }

  test("a registrator that sets the serializer of a whole hierarchy is obeyed") {
    val fixture = new CodecFixture(kryo, "spark.kryo.registrator" -> classOf[HierarchyRegistrator].getName)
    assertEquals(fixture.frames(fixture.write(Iterator(Circle(1)))), List(tail))
  }

  test("if the registrator fails, every block is left to Spark's serializer") {
    val fixture = new CodecFixture("spark.serializer" -> kryo._2, "spark.kryo.registrator" -> "no.such.Registrator")
    val codec = new BlockCodec(
      fixture.conf,
      _ => new org.apache.spark.serializer.JavaSerializer(fixture.conf),
      fixture.counters,
      CodecTiming.none,
      readsOthers = false
    )
    val out = new java.io.ByteArrayOutputStream
    codec.writer(1, out, scala.reflect.ClassTag.Any).writeAll(Iterator("a")).close()
    assertEquals(fixture.frames(out.toByteArray), List(tail))
  }

  test("a block without the mark is damaged, or read by Spark's serializer where other blocks may be") {
    for (settings <- Seq(Nil, Seq(kryo)); records <- Seq(Nil, Seq("a"), Seq[Any](1, "b", None))) {
      val fixture = new CodecFixture(settings: _*)
      val sparks =
        if (settings.isEmpty) new org.apache.spark.serializer.JavaSerializer(fixture.conf)
        else new org.apache.spark.serializer.KryoSerializer(fixture.conf)
      val out = new java.io.ByteArrayOutputStream
      sparks.newInstance().serializeStream(out).writeAll(records.iterator).close()
      val damage = intercept[IOException](fixture.read(out.toByteArray))
      assert(damage.getMessage.contains("not the mark of a block"), damage.getMessage)
      val codec = new BlockCodec(fixture.conf, _ => sparks, fixture.counters, CodecTiming.none, readsOthers = true)
      assertEquals(codec.read[Any](1, new ByteArrayInputStream(out.toByteArray), ClassTag.Any).toList, records.toList)
    }
  }
}

class SpecialRegistrator extends KryoRegistrator {
  override def registerClasses(kryo: Kryo): Unit = {
    kryo.register(classOf[Special], new SpecialSerializer)
    ()
  }
}

/** Adds a hundred, so that its use shows. */
class SpecialSerializer extends KryoS[Special] {
  override def write(kryo: Kryo, out: Output, value: Special): Unit = out.writeInt(value.n)
  override def read(kryo: Kryo, in: Input, cls: Class[Special]): Special = new Special(in.readInt() + 100)
}

class PlainRegistrator extends KryoRegistrator {
  override def registerClasses(kryo: Kryo): Unit = {
    kryo.register(classOf[Point])
    kryo.register(classOf[Array[String]])
    ()
  }
}

class HierarchyRegistrator extends KryoRegistrator {
  override def registerClasses(kryo: Kryo): Unit =
    kryo.addDefaultSerializer(classOf[Shape], classOf[com.esotericsoftware.kryo.serializers.JavaSerializer])
}
