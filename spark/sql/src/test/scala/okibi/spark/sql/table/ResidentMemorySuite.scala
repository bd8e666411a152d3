package okibi.spark.sql.table

import java.nio.ByteBuffer
import java.nio.channels.FileChannel
import java.nio.file.{Files, StandardOpenOption}

import scala.collection.mutable.ArrayBuffer

import munit.FunSuite
import okibi.core.kit.Draws
import okibi.spark.sql.kit.Sessions

import org.apache.spark.SparkConf

/** What is mapped of files that are read again and again, within a limit. */
class ResidentMemorySuite extends FunSuite {
  private val folder = Sessions.folder("resident")

  /** A file of some bytes, all of one value. */
  private def file(resident: ResidentMemory, bytes: Int, value: Int): MappedAtTimes = {
    val path = Files.write(folder.resolve(s"$value"), Array.fill(bytes)(value.toByte))
    val channel = FileChannel.open(path, StandardOpenOption.READ, StandardOpenOption.DELETE_ON_CLOSE)
    new MappedAtTimes(channel, Seq(bytes.toLong), resident)
  }

  /** Reads a file once. Returns whether the file was mapped. */
  private def read(file: MappedAtTimes): Boolean = {
    val mapping = file.beginRead()
    if (mapping != null) file.endRead()
    mapping != null
  }

  test("files are mapped while there is room, and stay mapped when more are read in turn") {
    val resident = new ResidentMemory(2500)
    val files = (1 to 5).map(file(resident, 1000, _))
    (1 to 4).foreach(_ => assertEquals(files.map(read), Seq(true, true, false, false, false)))
    assertEquals(resident.mappedBytes, 2000L)
    files.foreach(_.close())
    assertEquals(resident.mappedBytes, 0L)
  }

  test("files that are no longer read give way to files that are, a moment after their last readers") {
    val resident = new ResidentMemory(2500)
    val old = (1 to 2).map(file(resident, 1000, _))
    old.foreach(read)
    val next = (3 to 4).map(file(resident, 1000, _))
    assertEquals(next.map(read), Seq(false, false), "a first read takes no other's place")
    assertEquals(next.map(read), Seq(false, false), "a reader of a moment ago may still look at what it read")
    Thread.sleep(PartitionFile.GraceMs + 100)
    assertEquals(next.map(read), Seq(true, true))
    assertEquals(old.map(read), Seq(false, false))
    assertEquals(resident.mappedBytes, 2000L)
    (old ++ next).foreach(_.close())
  }

  test("a file that is larger than the limit is never mapped, and a limit of nothing maps none") {
    val resident = new ResidentMemory(999)
    val large = file(resident, 1000, 1)
    assertEquals(Seq.fill(3)(read(large)), Seq(false, false, false))
    large.close()
    val none = new ResidentMemory(0)
    val small = file(none, 1, 1)
    assertEquals(read(small), false)
    small.close()
  }

  test("readers see the bytes of their file, mapped or copied, and the limit holds") {
    val random = Draws.random("ResidentMemorySuite")
    val resident = new ResidentMemory(10000)
    val files = ArrayBuffer.tabulate(20)(i => file(resident, 500 + random.nextInt(3000), i + 1))
    val held = ArrayBuffer.empty[(Int, Mapping)]
    (1 to Draws.cases(20000)).foreach { n =>
      val clue = s"seed ${Draws.seed}, step $n"
      val i = random.nextInt(files.size)
      val copied = ByteBuffer.allocate(100)
      files(i).copy(random.nextInt(400).toLong, copied)
      assert(copied.array.forall(_ == i + 1), clue)
      val mapping = files(i).beginRead()
      if (mapping != null) held += i -> mapping
      if (held.size > 6 || random.nextInt(3) == 0 && held.nonEmpty) {
        val (at, seen) = held.remove(random.nextInt(held.size))
        val bytes = ByteBuffer.allocate(500)
        seen.copy(0, bytes)
        assert(bytes.array.forall(_ == at + 1), clue)
        files(at).endRead()
      }
      assert(resident.mappedBytes <= 10000, clue)
    }
    held.foreach { case (i, _) => files(i).endRead() }
    files.foreach(_.close())
    assertEquals(resident.mappedBytes, 0L)
  }

  test("the memory of a container beyond the heap") {
    def beyond(isDriver: Boolean, onYarn: Boolean, settings: (String, String)*): Option[Long] = {
      val conf = new SparkConf(false)
      settings.foreach { case (key, value) => conf.set(key, value) }
      ResidentLimit.beyondHeap(conf, isDriver, onYarn, physical = Some(Long.MaxValue)).map(_ >> 20)
    }
    assertEquals(beyond(isDriver = false, onYarn = true), Some(384L))
    assertEquals(beyond(isDriver = false, onYarn = true, "spark.executor.memory" -> "10g"), Some(1024L))
    assertEquals(
      beyond(
        isDriver = false,
        onYarn = true,
        "spark.executor.memory" -> "10g",
        "spark.executor.memoryOverhead" -> "2g"
      ),
      Some(2048L)
    )
    assertEquals(beyond(isDriver = false, onYarn = true, "spark.executor.memoryOverhead" -> "700"), Some(700L))
    assertEquals(
      beyond(
        isDriver = true,
        onYarn = true,
        "spark.driver.memory" -> "8g",
        "spark.driver.memoryOverheadFactor" -> "0.25",
        "spark.executor.memoryOverhead" -> "1g"
      ),
      Some(2048L)
    )
    assert(beyond(isDriver = false, onYarn = false).exists(_ > 0), "the machine has more than the heap")
    assertEquals(
      beyond(
        isDriver = false,
        onYarn = false,
        "spark.memory.offHeap.enabled" -> "true",
        "spark.memory.offHeap.size" -> "1024g"
      ),
      Some(0L)
    )
    assertEquals(
      ResidentLimit.beyondHeap(new SparkConf(false), isDriver = false, onYarn = false, physical = Some(1L)),
      None,
      "no limit below what the machine has"
    )
  }
}
