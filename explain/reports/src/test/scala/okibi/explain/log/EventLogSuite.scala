package okibi.explain.log

import java.io.OutputStream
import java.nio.file.Files
import java.util.zip.GZIPOutputStream

import scala.util.Random

import com.github.luben.zstd.ZstdOutputStream
import com.ning.compress.lzf.LZFOutputStream
import net.jpountz.lz4.LZ4BlockOutputStream
import okibi.explain.event.{LogStarted, OtherEvent}
import org.xerial.snappy.SnappyOutputStream

class EventLogSuite extends LogSuite {

  /** A log whose events have random names, so that it hardly becomes smaller. */
  private def randomText(seed: Long, events: Int): String = {
    val random = new Random(seed)
    logStart + (1 to events).map(i => line(s"e$i${random.nextLong()}")).mkString
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
      val text = logStart + (1 to 5000).map(i => line(s"e$i")).mkString
      val (events, reading) = read(Files.write(folder.resolve("application_1"), bytes(text, codec)))
      assertEquals(events, LogStarted("4.1.0") +: (1 to 5000).map(i => OtherEvent(s"e$i")))
      assertEquals(reading, LogReading(5001))
    }

    folder.test(s"$name that is cut gives its events before the cut, and the reading has the cut file") { folder =>
      val whole = bytes(randomText(7, 20000), codec)
      val (events, reading) = read(Files.write(folder.resolve("log.inprogress"), whole.take(whole.length * 2 / 3)))
      assert(events.size > 5000 && events.size < 20000, events.size)
      assertEquals((reading.cutFiles.size, reading.brokenLines), (1, 0L), reading)
    }
  }

  folder.test("changed bytes in the middle end a compressed file there, and the reading has that") { folder =>
    val random = new Random(7)
    val text = randomText(7, 50000)
    codecs.filterNot(_._1 == "plain").foreach { case (name, codec) =>
      val changed = bytes(text, codec)
      (changed.length / 2 until changed.length / 2 + 100).foreach(i => changed(i) = random.nextInt().toByte)
      val (events, reading) = read(Files.write(folder.resolve(name), changed))
      assert(
        events.size > 1000 && (reading.cutFiles.nonEmpty || reading.brokenLines > 0),
        s"$name: ${events.size} events, $reading"
      )
    }
  }

  folder.test("changed heads of compressed blocks give a reading or a refusal") { folder =>
    val random = new Random(11)
    val text = randomText(11, 5000)
    codecs.filterNot(_._1 == "plain").foreach { case (name, codec) =>
      val whole = bytes(text, codec)
      (1 to 120).foreach { _ =>
        val changed = whole.clone()
        val at = if (random.nextBoolean()) random.nextInt(60) else random.nextInt(changed.length)
        val until = math.min(changed.length, at + 1 + random.nextInt(8))
        (at until until).foreach(i => changed(i) = random.nextInt().toByte)
        try { read(Files.write(folder.resolve(name), changed)); () }
        catch { case _: UnreadableLog => }
      }
    }
  }

  folder.test("lines that are no events are skipped and counted") { folder =>
    val text = logStart + "oh\n" + line("a") + "{\"Event\":\n\n" + line("b")
    val (events, reading) = read(Files.writeString(folder.resolve("log"), text))
    assertEquals(events, Seq(LogStarted("4.1.0"), OtherEvent("a"), OtherEvent("b")))
    assertEquals(reading.brokenLines, 3L)
  }

  folder.test("the address of a file has one slash or three, and may have escaped characters") { folder =>
    val log = Files.writeString(folder.resolve("a log"), logStart)
    Seq(log.toString, s"file:$log", s"file://$log", log.toUri.toString).foreach { path =>
      assertEquals(EventLog.at(path).read(_ => ()).events, 1L, path)
    }
    assert(intercept[UnreadableLog](EventLog.at("strange:/log")).getMessage.contains("strange"))
  }

  folder.test("a cut last line is a cut file and no broken line; a whole last line without line feed is neither") {
    folder =>
      val text = logStart + line("a")
      assertEquals(
        read(Files.writeString(folder.resolve("log.inprogress"), text.dropRight(5)))._2.cutFiles,
        Seq("log.inprogress: its last line is cut")
      )
      assertEquals(read(Files.writeString(folder.resolve("log"), text.dropRight(5)))._2.brokenLines, 0L)
      assertEquals(read(Files.writeString(folder.resolve("whole"), text.dropRight(1)))._2.cutFiles, Nil)
  }

  folder.test("a rolling log is read from its compacted file in the order of numbers, and missing files are named") {
    folder =>
      Files.createFile(folder.resolve("appstatus_app-1.inprogress"))
      Seq(
        "events_2_app-1.compact" -> "b",
        "events_1_app-1" -> "old",
        "events_2_app-1" -> "old",
        "events_3_app-1" -> "c",
        "events_11_app-1" -> "e",
        "events_10_app-1" -> "d"
      )
        .foreach { case (name, event) => Files.writeString(folder.resolve(name), line(event)) }
      val (events, reading) = read(folder)
      assertEquals(events, Seq("b", "c", "d", "e").map(OtherEvent(_)))
      assertEquals((reading.isCompacted, reading.missing), (true, Seq(4 to 9)))
      Files.writeString(folder.resolve("events_2000000000_app-1"), line("f"))
      assertEquals(read(folder)._2.missing.map(_.size), Seq(6, 1999999988))
  }

  folder.test("a folder of Databricks is one log: compressed older files have their times in their names") { folder =>
    def metadata(number: Int): String =
      s"""{"Event":"DBCEventLoggingListenerMetadata","Rollover Number":$number,"SparkContext Id":7,""" +
        """"Spark Version":"3.3.0"}""" + "\n"
    Seq(
      "eventlog-2026-11-23--09-00.gz" -> "b",
      "eventlog-2026-11-22--23-30.gz" -> "a",
      "eventlog-2026-11-23--10-00.gz" -> "c"
    ).foreach { case (name, event) =>
      Files.write(folder.resolve(name), bytes(metadata(1) + line(event), new GZIPOutputStream(_)))
    }
    Files.writeString(folder.resolve("eventlog"), metadata(4) + line("d"))
    Files.writeString(folder.resolve("stdout"), "no part of the log")
    val (events, reading) = read(folder)
    assertEquals(events.collect { case OtherEvent(name) => name }, Seq("a", "b", "c", "d"))
    assertEquals(events.count(_ == LogStarted("3.3.0")), 4)
    assertEquals(reading, LogReading(8))
    Files.delete(folder.resolve("eventlog"))
    assertEquals(read(folder)._2.events, 6L)
  }

  folder.test("a file or folder that is no log is refused in one line") { folder =>
    assert(refusal(folder).contains("no event log in this folder"))
    assert(refusal(folder.resolve("none")).contains("no such file or folder"))
    assert(refusal(Files.createFile(folder.resolve("empty"))).contains("it is empty, or was cut"))
    assert(
      refusal(Files.writeString(folder.resolve("text"), "Dear all,\nsee below.\n"))
        .contains("it is a text file, and no line of it is an event of Spark")
    )
    assert(
      refusal(Files.write(folder.resolve("cut"), Array(0x28, 0xb5, 0x2f, 0xfd, 1).map(_.toByte)))
        .contains("it cannot be read: cut: ")
    )
    assert(intercept[UnreadableLog](EventLog.at("strange://host/log")).getMessage.contains("strange://host/log"))
  }

  Seq[(String, OutputStream => OutputStream)](
    "zstd" -> (new ZstdOutputStream(_, 19)),
    "zstd in gzip" -> (out => new ZstdOutputStream(new GZIPOutputStream(out), 19))
  ).foreach { case (name, codec) =>
    folder.test(s"a file that grows without end is cut: $name") { folder =>
      val (events, reading) = read(Files.write(folder.resolve("bomb"), bomb(megabytes = 1000, codec)))
      assertEquals(events, Seq(LogStarted("4.1.0")))
      assert(reading.cutFiles.exists(_.contains("times as large")), reading.cutFiles)
    }
  }
}
