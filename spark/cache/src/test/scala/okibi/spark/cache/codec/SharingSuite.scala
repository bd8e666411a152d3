package okibi.spark.cache.codec

import java.io.ByteArrayOutputStream
import java.net.{URL, URLClassLoader}
import java.util.concurrent.{Callable, Executors, TimeUnit}

import scala.reflect.ClassTag
import scala.concurrent.duration._

import munit.FunSuite

import okibi.core.metric.CacheMetrics
import okibi.spark.cache.codec.Samples._

class SharingSuite extends FunSuite {
  // More than munit's 30 seconds, for busy machines.
  override val munitTimeout: Duration = 5.minutes

  private def records(seed: Int): List[Any] =
    List.tabulate(3000)(i =>
      i % 4 match {
        case 0 => scala.collection.mutable.ListBuffer(seed, i)
        case 1 => Point(seed, i.toLong, 0.5, s"p$i", on = true, Some(i))
        case 2 => s"$seed $i"
        case _ => Map(i -> seed)
      }
    )

  test("writers and readers interleaved on one thread do not disturb each other") {
    val fixture = new CodecFixture
    val outs = List.fill(3)(new ByteArrayOutputStream)
    val writers = outs.zipWithIndex.map { case (out, i) => fixture.codec.writer(i, out, ClassTag.Any) }
    val inputs = List.tabulate(3)(records)
    inputs.transpose.foreach(row =>
      writers.zip(row).foreach { case (writer, record) => writer.writeObject[Any](record) }
    )
    writers.foreach(_.close())
    val readers = outs.map(out => fixture.read(out.toByteArray))
    assertEquals(List.fill(3000)(readers.map(_.next())).transpose, inputs)
    assert(readers.forall(!_.hasNext))
  }

  test("a record that is computed by reading another block of the same kind is written correctly") {
    val fixture = new CodecFixture
    val upstream = fixture.read(fixture.write(records(1).iterator))
    val block = fixture.write(upstream.map(List(_)))
    assertEquals(fixture.read(block).toList, records(1).map(List(_)))
  }

  test("many threads share one codec") {
    val fixture = new CodecFixture
    val threads = Executors.newFixedThreadPool(8)
    try {
      val jobs = new java.util.ArrayList[Callable[Boolean]]
      (0 until 64).foreach(i => jobs.add(() => fixture.roundTrip(records(i)) == records(i)))
      val done = threads.invokeAll(jobs, 2, TimeUnit.MINUTES)
      done.forEach(future => assert(future.get()))
    } finally threads.shutdownNow()
    assertEquals(fixture.fallbacks, 0L)
  }

  test("records get the classes of the thread's class loader") {
    val fixture = new CodecFixture
    val loaders = List.fill(2)(new SampleLoader)
    val blocks = loaders.map(loader => within(loader)(fixture.write(Iterator.range(0, 10).map(loader.make))))
    loaders.zip(blocks).foreach { case (loader, block) =>
      val back = within(loader)(fixture.read(block).toList)
      assert(back.forall(_.getClass.getClassLoader eq loader))
      assertEquals(back.map(_.toString), List.range(0, 10).map(loader.make(_).toString))
    }
    assertEquals(fixture.fallbacks, 0L)
  }

  test("a class that the thread's loader lacks gives an error that names it") {
    val fixture = new CodecFixture
    val loader = new SampleLoader
    val block = within(loader)(fixture.write(Iterator(loader.make(1))))
    val error = intercept[java.io.IOException](within(ClassLoader.getPlatformClassLoader)(fixture.read(block).toList))
    assert(error.getMessage.contains("Circle"), error.getMessage)
  }

  test("threads that run no task use the default class loader once there is one") {
    val fixture = new CodecFixture
    val loader = new SampleLoader
    fixture.codec.setDefaultClassLoader(loader)
    val back = fixture.roundTrip(Seq(loader.make(1)))
    assert(back.head.getClass.getClassLoader eq loader)
  }

  test("bytes, times and blocks are counted") {
    val fixture = new CodecFixture
    val block = fixture.write(records(1).iterator)
    fixture.read(block).foreach(_ => ())
    assertEquals(fixture.counters.value(CacheMetrics.writtenBytes), block.length.toLong)
    assertEquals(fixture.counters.value(CacheMetrics.readBytes), block.length.toLong)
    assert(fixture.counters.value(CacheMetrics.serializeNs) > 0)
    assert(fixture.counters.value(CacheMetrics.deserializeNs) > 0)
  }

  private def within[T](loader: ClassLoader)(body: => T): T = {
    val thread = Thread.currentThread
    val before = thread.getContextClassLoader
    thread.setContextClassLoader(loader)
    try body
    finally thread.setContextClassLoader(before)
  }
}

/** Has its own copy of the sample classes, as a second session or a notebook does. */
private final class SampleLoader
    extends URLClassLoader(
      Array[URL](classOf[Circle].getProtectionDomain.getCodeSource.getLocation),
      classOf[Circle].getClassLoader
    ) {

  override protected def loadClass(name: String, resolve: Boolean): Class[_] =
    if (name.startsWith(Samples.getClass.getName)) Option(findLoadedClass(name)).getOrElse(findClass(name))
    else super.loadClass(name, resolve)

  def make(n: Int): AnyRef =
    loadClass(classOf[Circle].getName).getConstructors.head.newInstance(Double.box(n.toDouble)).asInstanceOf[AnyRef]
}
