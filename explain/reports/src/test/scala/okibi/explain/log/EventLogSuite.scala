package okibi.explain.log

import java.io.{ByteArrayOutputStream, OutputStream}
import java.nio.charset.StandardCharsets.UTF_8
import java.nio.file.{Files, Path}
import java.util.zip.GZIPOutputStream

import scala.collection.mutable.ArrayBuffer

import com.github.luben.zstd.ZstdOutputStream
import com.ning.compress.lzf.LZFOutputStream
import munit.FunSuite
import net.jpountz.lz4.LZ4BlockOutputStream
import okibi.explain.event.{Event, LogStarted, Other}
import org.xerial.snappy.SnappyOutputStream

class EventLogSuite extends FunSuite {
  private val folder = FunFixture[Path](
    _ => Files.createTempDirectory("okibi explain "),
    path => {
      val walk = Files.walk(path)
      try walk.sorted(java.util.Comparator.reverseOrder()).forEach(Files.delete(_))
      finally walk.close()
    }
  )

  private val first = """{"Event":"SparkListenerLogStart","Spark Version":"4.1.0"}""" + "\n"
  private def event(name: String): String = s"""{"Event":"$name"}""" + "\n"

  private def read(path: Path): (Seq[Event], Reading) = {
    val events = ArrayBuffer.empty[Event]
    val reading = EventLog.at(path.toString).foreach()(events += _)
    (events.toSeq, reading)
  }

  private def compressed(codec: OutputStream => OutputStream, text: String): Array[Byte] = {
    val bytes = new ByteArrayOutputStream
    val out = codec(bytes)
    out.write(text.getBytes(UTF_8))
    out.close()
    bytes.toByteArray
  }

  private val codecs: Seq[(String, OutputStream => OutputStream)] = Seq(
    "zstd" -> (new ZstdOutputStream(_)),
    "lz4" -> (new LZ4BlockOutputStream(_)),
    "snappy" -> (new SnappyOutputStream(_)),
    "lzf" -> (new LZFOutputStream(_)),
    "gzip" -> (new GZIPOutputStream(_)),
    "zstd in gzip" -> (out => new ZstdOutputStream(new GZIPOutputStream(out))),
    "plain" -> identity
  )

  codecs.foreach { case (name, codec) =>
    folder.test(s"$name is known by its content, not by the file's name") { folder =>
      val text = first + (1 to 5000).map(i => event(s"e$i")).mkString
      val (events, reading) = read(Files.write(folder.resolve("application_1"), compressed(codec, text)))
      assertEquals(events, LogStarted("4.1.0") +: (1 to 5000).map(i => Other(s"e$i")))
      assertEquals(reading, Reading(5001, 0, Nil, isCompacted = false, Nil, isOpen = false))
    }

    folder.test(s"$name that is cut gives what was there, and says that it is cut") { folder =>
      val random = new scala.util.Random(7)
      val text = first + (1 to 20000).map(i => event(s"e$i${random.nextLong()}")).mkString
      val bytes = compressed(codec, text)
      val (events, reading) = read(Files.write(folder.resolve("log.inprogress"), bytes.take(bytes.length * 2 / 3)))
      assert(events.size > 5000 && events.size < 20000, events.size)
      assert(reading.isOpen)
      assertEquals((reading.cutFiles.size, reading.brokenLines), (1, 0L), reading)
    }
  }

  folder.test("bytes that were changed in the middle end a compressed file there, with a line that says so") { folder =>
    val random = new scala.util.Random(7)
    val text = first + (1 to 50000).map(i => event(s"e$i${random.nextLong()}")).mkString
    codecs.filterNot(_._1 == "plain").foreach { case (name, codec) =>
      val bytes = compressed(codec, text)
      (bytes.length / 2 until bytes.length / 2 + 100).foreach(i => bytes(i) = random.nextInt().toByte)
      val (events, reading) = read(Files.write(folder.resolve(name), bytes))
      assert(
        events.size > 1000 && (reading.cutFiles.nonEmpty || reading.brokenLines > 0),
        s"$name: ${events.size} events, $reading"
      )
    }
  }

  folder.test("heads of compressed blocks that were changed are no reason to fail either") { folder =>
    val random = new scala.util.Random(11)
    val text = first + (1 to 5000).map(i => event(s"e$i${random.nextLong()}")).mkString
    codecs.filterNot(_._1 == "plain").foreach { case (name, codec) =>
      val whole = compressed(codec, text)
      (1 to 120).foreach { _ =>
        val bytes = whole.clone()
        val at = if (random.nextBoolean()) random.nextInt(60) else random.nextInt(bytes.length)
        (at until math.min(bytes.length, at + 1 + random.nextInt(8))).foreach(i => bytes(i) = random.nextInt().toByte)
        try { read(Files.write(folder.resolve(name), bytes)); () }
        catch { case _: UnreadableLog => }
      }
    }
  }

  folder.test("lines that are no events are passed over and counted") { folder =>
    val (events, reading) =
      read(Files.writeString(folder.resolve("log"), first + "oh\n" + event("a") + "{\"Event\":\n\n" + event("b")))
    assertEquals(events, Seq(LogStarted("4.1.0"), Other("a"), Other("b")))
    assertEquals(reading.brokenLines, 3L)
  }

  folder.test("a file's address has one slash or three, and may have what addresses write otherwise") { folder =>
    val log = Files.writeString(folder.resolve("a log"), first)
    Seq(log.toString, s"file:$log", s"file://$log", log.toUri.toString).foreach { path =>
      assertEquals(EventLog.at(path).foreach()(_ => ()).events, 1L, path)
    }
    assert(intercept[UnreadableLog](EventLog.at("strange:/log").foreach()(_ => ())).getMessage.contains("strange"))
  }

  folder.test(
    "a last line that is cut is the log's end, and no line that is no event; one without an end that is whole is neither"
  ) { folder =>
    val text = first + event("a")
    assertEquals(
      read(Files.writeString(folder.resolve("log.inprogress"), text.dropRight(5)))._2.cutFiles,
      Seq("log.inprogress: its last line is cut")
    )
    assertEquals(read(Files.writeString(folder.resolve("log"), text.dropRight(5)))._2.brokenLines, 0L)
    assertEquals(read(Files.writeString(folder.resolve("whole"), text.dropRight(1)))._2.cutFiles, Nil)
  }

  folder.test(
    "a rolling log is read in the order of its numbers, from what was compacted, and says which files are missing"
  ) { folder =>
    Files.createFile(folder.resolve("appstatus_app-1.inprogress"))
    Seq(
      "events_2_app-1.compact" -> "b",
      "events_1_app-1" -> "old",
      "events_2_app-1" -> "old",
      "events_3_app-1" -> "c",
      "events_11_app-1" -> "e",
      "events_10_app-1" -> "d"
    )
      .foreach { case (name, its) => Files.writeString(folder.resolve(name), event(its)) }
    val (events, reading) = read(folder)
    assertEquals(events, Seq("b", "c", "d", "e").map(Other(_)))
    assertEquals((reading.isCompacted, reading.missing), (true, Seq(4 to 9)))
    Files.writeString(folder.resolve("events_2000000000_app-1"), event("f"))
    assertEquals(read(folder)._2.missing.map(_.size), Seq(6, 1999999988))
  }

  folder.test(
    "a folder of Databricks' is one log: what is older lies beside it, compressed, with its time in the name"
  ) { folder =>
    def metadata(number: Int): String =
      s"""{"Event":"DBCEventLoggingListenerMetadata","Rollover Number":$number,"SparkContext Id":7,"Spark Version":"3.3.0"}""" + "\n"
    Seq(
      "eventlog-2026-11-23--09-00.gz" -> "b",
      "eventlog-2026-11-22--23-30.gz" -> "a",
      "eventlog-2026-11-23--10-00.gz" -> "c"
    ).foreach { case (name, kind) =>
      Files.write(folder.resolve(name), compressed(new GZIPOutputStream(_), metadata(1) + event(kind)))
    }
    Files.writeString(folder.resolve("eventlog"), metadata(4) + event("d"))
    Files.writeString(folder.resolve("stdout"), "not of it")
    val (events, reading) = read(folder)
    assertEquals(events.collect { case Other(name) => name }, Seq("a", "b", "c", "d"))
    assertEquals(events.count(_ == LogStarted("3.3.0")), 4)
    assertEquals(reading, Reading(8, 0, Nil, isCompacted = false, Nil, isOpen = false))
    Files.delete(folder.resolve("eventlog"))
    assertEquals(read(folder)._2.events, 6L)
  }

  folder.test("what is no log is refused in one line") { folder =>
    def refusal(path: Path): String = intercept[UnreadableLog](read(path)).getMessage
    assert(refusal(folder).contains("no event log in this folder"))
    assert(refusal(folder.resolve("none")).contains("no such file or folder"))
    assert(refusal(Files.createFile(folder.resolve("empty"))).contains("it is empty, or was cut"))
    assert(
      refusal(Files.writeString(folder.resolve("text"), "Dear all,\nsee below.\n"))
        .contains("it is a text file, and no line of it is an event of Spark's")
    )
    assert(
      refusal(Files.write(folder.resolve("cut"), Array(0x28, 0xb5, 0x2f, 0xfd, 1).map(_.toByte)))
        .contains("it cannot be read: cut: ")
    )
    assert(
      intercept[UnreadableLog](EventLog.at("strange://host/log").foreach()(_ => ())).getMessage
        .contains("strange://host/log")
    )
  }

  Seq[(String, OutputStream => OutputStream)](
    "zstd" -> (new ZstdOutputStream(_, 19)),
    "zstd in gzip" -> (out => new ZstdOutputStream(new GZIPOutputStream(out), 19))
  ).foreach { case (name, codec) =>
    folder.test(s"what grows without end is ended: $name") { folder =>
      val bomb = new ByteArrayOutputStream
      val out = codec(bomb)
      out.write(first.getBytes(UTF_8))
      val blank = new Array[Byte](1 << 20)
      (1 to 1000).foreach(_ => out.write(blank))
      out.close()
      val (events, reading) = read(Files.write(folder.resolve("bomb"), bomb.toByteArray))
      assertEquals(events, Seq(LogStarted("4.1.0")))
      assert(reading.cutFiles.exists(_.contains("times as large")), reading.cutFiles)
    }
  }
}
