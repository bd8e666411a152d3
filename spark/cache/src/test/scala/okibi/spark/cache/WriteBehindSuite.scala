package okibi.spark.cache

import java.io.{ByteArrayOutputStream, IOException, OutputStream}
import java.nio.ByteBuffer
import java.nio.channels.{ClosedByInterruptException, WritableByteChannel}
import java.util.concurrent.{ConcurrentHashMap, CountDownLatch}

import scala.concurrent.duration._
import scala.util.Random

import okibi.core.kit.Draws

import munit.FunSuite

class WriteBehindSuite extends FunSuite {
  // More than munit's 30 seconds, for busy machines.
  override val munitTimeout: Duration = 5.minutes

  private val seed = Draws.seed
  println(s"WriteBehindSuite: -Dokibi.seed=$seed")

  /** Keeps the bytes, and the names of the threads that wrote them. */
  private class Sink extends OutputStream {
    val bytes = new ByteArrayOutputStream
    val threads: java.util.Set[String] = ConcurrentHashMap.newKeySet[String]
    @volatile var closes = 0
    override def write(b: Int): Unit = write(Array(b.toByte), 0, 1)
    override def write(chunk: Array[Byte], offset: Int, length: Int): Unit = {
      threads.add(Thread.currentThread.getName)
      bytes.write(chunk, offset, length)
    }
    override def close(): Unit = closes += 1
  }

  /** A sink with a channel, as Spark's disk store has. Like a pipe, the channel takes only a part of each chunk. */
  private class ChannelSink extends Sink {
    private val source = new Random(seed)
    val channel: WritableByteChannel = new WritableByteChannel {
      override def isOpen: Boolean = closes == 0
      override def close(): Unit = ()
      override def write(chunk: ByteBuffer): Int = {
        val some = new Array[Byte](1 + source.nextInt(chunk.remaining))
        chunk.get(some)
        ChannelSink.this.write(some, 0, some.length)
        some.length
      }
    }
  }

  private def random(n: Int, source: Random): Array[Byte] = {
    val bytes = new Array[Byte](n)
    source.nextBytes(bytes)
    bytes
  }

  private def using[T](processors: Int)(work: WriteBehind => T): T = {
    val behind = new WriteBehind(processors)
    try work(behind)
    finally behind.close()
  }

  test("all bytes arrive in order, however they are cut, with and without a thread that writes behind") {
    val source = new Random(seed)
    for (processors <- Seq(1, 2); _ <- 1 to 30) using(processors) { behind =>
      val (sink, channel) =
        if (source.nextBoolean()) (new Sink, None) else { val both = new ChannelSink; (both, Some(both.channel)) }
      val expected = new ByteArrayOutputStream
      val out = behind.stream(sink, channel)
      for (_ <- 1 to source.nextInt(40)) source.nextInt(5) match {
        case 0 =>
          val b = source.nextInt()
          out.write(b)
          expected.write(b)
        case 1 =>
          out.flush()
          assertEquals(sink.bytes.size, expected.size)
        case n =>
          val bytes = random(source.nextInt(if (n == 2) 100 else 600000) + 2, source)
          out.write(bytes, 1, bytes.length - 1)
          expected.write(bytes, 1, bytes.length - 1)
      }
      out.close()
      out.close()
      assert(java.util.Arrays.equals(sink.bytes.toByteArray, expected.toByteArray), s"seed $seed")
      assertEquals(sink.closes, 1)
    }
  }

  test("a thread writes behind if processors are left; the task writes if every processor has a block to write") {
    val megabytes = random(4 << 20, new Random(seed))
    using(2) { behind =>
      val (first, second, third) = (new Sink, new Sink, new Sink)
      val alone = behind.stream(first, None)
      alone.write(megabytes, 0, megabytes.length)
      alone.close()
      assert(first.threads.contains("okibi-write-behind"), first.threads)
      val one = behind.stream(second, None)
      val other = behind.stream(third, None)
      Seq(one, other).foreach(_.write(megabytes, 0, megabytes.length))
      Seq(one, other).foreach(_.close())
      assertEquals((second.threads.size, third.threads.size), (1, 1))
      assert(!third.threads.contains("okibi-write-behind"), third.threads)
      assertEquals(second.bytes.size, megabytes.length)
    }
  }

  test("the error of a write behind is thrown to the task, nothing more is written, and the file is closed once") {
    class FullSink extends Sink {
      override def write(chunk: Array[Byte], offset: Int, length: Int): Unit =
        if (bytes.size > 1000000) throw new IOException("No space left on device")
        else super.write(chunk, offset, length)
    }
    for (processors <- Seq(1, 2)) using(processors) { behind =>
      val full = new FullSink
      val out = behind.stream(full, None)
      val error = intercept[IOException](for (_ <- 1 to 1000) out.write(new Array[Byte](100000), 0, 100000))
      assertEquals(error.getMessage, "No space left on device")
      val written = full.bytes.size
      out.close()
      assertEquals((full.bytes.size, full.closes), (written, 1))
      // The failed stream no longer counts as open; otherwise the next stream would write on the task's thread.
      val next = new Sink
      val after = behind.stream(next, None)
      after.write(new Array[Byte](4 << 20), 0, 4 << 20)
      after.close()
      assertEquals(next.threads.contains("okibi-write-behind"), processors == 2)
    }
  }

  test("a task that is killed while it waits stops waiting") {
    val stuck = new CountDownLatch(1)
    val slow = new Sink { override def write(chunk: Array[Byte], offset: Int, length: Int): Unit = stuck.await() }
    using(2) { behind =>
      val out = behind.stream(slow, None)
      val task = Thread.currentThread
      val killer = new Thread(() => { while (task.getState != Thread.State.WAITING) Thread.sleep(1); task.interrupt() })
      killer.start()
      intercept[ClosedByInterruptException](for (_ <- 1 to 100) out.write(new Array[Byte](1 << 20), 0, 1 << 20))
      assert(Thread.interrupted(), "the task must see that it was interrupted")
      killer.join()
      out.close()
      stuck.countDown()
      assertEquals(slow.closes, 1)
    }
  }
}
