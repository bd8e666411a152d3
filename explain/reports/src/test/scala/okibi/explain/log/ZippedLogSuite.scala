package okibi.explain.log

import java.io.{BufferedOutputStream, ByteArrayOutputStream, OutputStream}
import java.nio.charset.StandardCharsets.UTF_8
import java.nio.file.{Files, Path}
import java.util.zip.{GZIPOutputStream, ZipEntry, ZipOutputStream}

import scala.collection.mutable.ArrayBuffer
import scala.util.Random

import com.github.luben.zstd.ZstdOutputStream
import munit.FunSuite
import okibi.explain.event.{Event, LogStarted, Other}

/** Zips as the History Server makes them, as people make them, and as somebody makes them who means harm. */
class ZippedLogSuite extends FunSuite {
  private val folder = FunFixture[Path](
    _ => Files.createTempDirectory("okibi zip "),
    path => {
      val walk = Files.walk(path)
      try walk.sorted(java.util.Comparator.reverseOrder()).forEach(Files.delete(_))
      finally walk.close()
    }
  )

  private val first = """{"Event":"SparkListenerLogStart","Spark Version":"4.1.0"}""" + "\n"
  private def event(name: String): String = s"""{"Event":"$name"}""" + "\n"

  private def bytes(text: String, codec: OutputStream => OutputStream = identity): Array[Byte] = {
    val all = new ByteArrayOutputStream
    val out = codec(all)
    out.write(text.getBytes(UTF_8))
    out.close()
    all.toByteArray
  }

  private def zip(path: Path, entries: (String, Array[Byte])*): Path = {
    val out = new ZipOutputStream(new BufferedOutputStream(Files.newOutputStream(path)))
    entries.foreach { case (name, content) =>
      out.putNextEntry(new ZipEntry(name))
      if (!name.endsWith("/")) out.write(content)
      out.closeEntry()
    }
    out.close()
    path
  }

  private def read(path: Path): (Seq[Event], Reading) = {
    val events = ArrayBuffer.empty[Event]
    val reading = EventLog.at(path.toString).foreach()(events += _)
    (events.toSeq, reading)
  }

  private def refusal(path: Path): String = intercept[UnreadableLog](read(path)).getMessage

  folder.test("a log of one file, plain or compressed, whatever it is called and wherever in the zip it lies") {
    folder =>
      Seq(
        "application_1_0001" -> bytes(first),
        "a/b/app-1.zstd" -> bytes(first, new ZstdOutputStream(_)),
        "log.gz" -> bytes(first, new GZIPOutputStream(_)),
        "../../etc/passwd" -> bytes(first),
        "/abs\\olute" -> bytes(first)
      ).zipWithIndex.foreach { case (log, i) =>
        val (events, reading) = read(
          zip(
            folder.resolve(s"$i.zip"),
            "readme.txt" -> bytes("see below"),
            "__MACOSX/._log" -> bytes(first),
            ".log.crc" -> bytes("crc"),
            log
          )
        )
        assertEquals(
          (events, reading),
          (Seq[Event](LogStarted("4.1.0")), Reading(1, 0, Nil, isCompacted = false, Nil, isOpen = false)),
          log._1
        )
      }
  }

  folder.test("a rolling log, whose files are in the zip in any order, and Databricks' folder") { folder =>
    val name = "eventlog_v2_application_1_0001"
    val rolling = zip(
      folder.resolve("rolling.zip"),
      s"$name/" -> Array.emptyByteArray,
      s"$name/events_10_application_1_0001.zstd" -> bytes(event("c"), new ZstdOutputStream(_)),
      s"$name/appstatus_application_1_0001" -> Array.emptyByteArray,
      s"$name/events_2_application_1_0001" -> bytes(event("b")),
      s"$name/events_1_application_1_0001" -> bytes(first)
    )
    val (events, reading) = read(rolling)
    assertEquals(events, Seq(LogStarted("4.1.0"), Other("b"), Other("c")))
    assertEquals(reading.missing, Seq(3 to 9))
    val rotated = zip(
      folder.resolve("rotated.zip"),
      "eventlog/7/eventlog" -> bytes(event("b")),
      "eventlog/7/eventlog-2026-11-23--10-00.gz" -> bytes(event("a"), new GZIPOutputStream(_))
    )
    assertEquals(read(rotated)._1, Seq(Other("a"), Other("b")))
  }

  folder.test(
    "of several attempts at an application the last one is read, and the others are named; of two applications neither"
  ) { folder =>
    val names = Seq(
      "application_1_0001_2",
      "application_1_0001_10",
      "eventlog_v2_application_1_0001_9/events_1_application_1_0001_9"
    )
    val (events, reading) =
      read(zip(folder.resolve("attempts.zip"), names.map(name => name -> bytes(first + event(name))): _*))
    assertEquals(events.last, Other("application_1_0001_10"))
    assertEquals(reading.passedOver.sorted, Seq("application_1_0001_2", "eventlog_v2_application_1_0001_9"))
    val two = refusal(
      zip(folder.resolve("two.zip"), "application_1_0001" -> bytes(first), "application_1_0002" -> bytes(first))
    )
    assert(
      two.endsWith(
        "a zip with event logs of 2 applications. Unpack it, and give one of them: application_1_0001, application_1_0002"
      ),
      two
    )
  }

  folder.test("a zip without a log is said to be one") { folder =>
    val none = zip(
      folder.resolve("none.zip"),
      "a.txt" -> bytes("Dear all"),
      "b.zip" -> Array('P'.toByte, 'K'.toByte, 3, 4),
      "c.json" -> bytes("""{"a":1}""")
    )
    assert(
      refusal(none).endsWith(
        "a zip without an event log in it. Give an event log, or a zip of one as the History Server makes it"
      ),
      refusal(none)
    )
    assert(refusal(zip(folder.resolve("empty.zip"))).contains("a zip without an event log in it"))
  }

  folder.test("a zip that is cut, or whose bytes were changed, is a report or one line") { folder =>
    val seed = System.nanoTime
    val random = new Random(seed)
    val text = first + (1 to 2000).map(i => event(s"e$i${random.nextLong()}")).mkString
    val whole = Files.readAllBytes(
      zip(
        folder.resolve("whole.zip"),
        "application_1_0001" -> bytes(text),
        "eventlog_v2_a/events_1_a" -> bytes(text, new ZstdOutputStream(_))
      )
    )
    (1 to 300).foreach { i =>
      val changed = if (i % 3 == 0) whole.take(4 + random.nextInt(whole.length - 4)) else whole.clone()
      (0 to random.nextInt(4)).foreach(_ => changed(4 + random.nextInt(changed.length - 4)) = random.nextInt().toByte)
      // Most of what makes a zip is at its end.
      if (i % 2 == 0)
        (0 to random.nextInt(4)).foreach(_ =>
          changed(changed.length - 1 - random.nextInt(math.min(changed.length - 4, 200))) = random.nextInt().toByte
        )
      try { read(Files.write(folder.resolve("changed.zip"), changed)); () }
      catch {
        case _: UnreadableLog =>
        case other: Throwable => fail(s"seed $seed, $i", other)
      }
    }
  }

  folder.test("a bomb in a zip is ended, and so is one in another codec within it") { folder =>
    val blank = new Array[Byte](1 << 20)
    def bomb(codec: OutputStream => OutputStream): Array[Byte] = {
      val all = new ByteArrayOutputStream
      val out = codec(all)
      out.write(first.getBytes(UTF_8))
      (1 to 200).foreach(_ => out.write(blank))
      out.close()
      all.toByteArray
    }
    // Zip alone makes nothing much less than a thousandth of itself; what it holds may be less already.
    Seq(
      "zstd" -> bomb(new ZstdOutputStream(_, 19)),
      "zstd in gzip" -> bomb(out => new ZstdOutputStream(new GZIPOutputStream(out), 19))
    ).foreach { case (name, content) =>
      val (events, reading) = read(zip(folder.resolve(s"$name.zip"), "application_1_0001" -> content))
      assertEquals(events, Seq(LogStarted("4.1.0")), name)
      assert(reading.cutFiles.exists(_.contains("times as large")), s"$name: ${reading.cutFiles}")
    }
  }

  folder.test("files without number, and files that lie over each other, are refused") { folder =>
    val many = zip(folder.resolve("many.zip"), (0 to 20000).map(i => s"events_${i}_a" -> Array.emptyByteArray): _*)
    val tooMany = refusal(many)
    assert(tooMany.contains("a zip of 20001 files, and allowed are 20000"), tooMany)
    // The directory at the end has each entry's compressed size; here it claims more than the file has.
    val stored = zip(folder.resolve("over.zip"), "application_1_0001" -> bytes(first + event("x" * 1000)))
    val changed = Files.readAllBytes(stored)
    val directory = new String(changed, java.nio.charset.StandardCharsets.ISO_8859_1).lastIndexOf("PK\u0001\u0002")
    changed(directory + 22) = 0x7f
    val why = refusal(Files.write(stored, changed))
    assert(why.contains("more bytes than the zip") || why.contains("cut or broken"), why)
  }

  folder.test("ten thousand files of a rolling log are read in their order") { folder =>
    val entries = (1 to 10000).reverse.map(i => s"eventlog_v2_a/events_${i}_a" -> bytes(event(s"e$i")))
    assertEquals(read(zip(folder.resolve("rolling.zip"), entries: _*))._1, (1 to 10000).map(i => Other(s"e$i")))
  }
}
