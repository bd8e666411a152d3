package okibi.explain.log

import java.io.{BufferedOutputStream, OutputStream}
import java.nio.charset.StandardCharsets.ISO_8859_1
import java.nio.file.{Files, Path}
import java.util.zip.{GZIPOutputStream, ZipEntry, ZipOutputStream}

import com.github.luben.zstd.ZstdOutputStream
import okibi.core.kit.Draws
import okibi.explain.event.{Event, LogStarted, OtherEvent}

/** Zips as the History Server makes them, as people make them, and as attackers craft them. */
class ZippedLogSuite extends LogSuite {
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

  folder.test("a log of one file may have any name and any place in the zip, and may be compressed") { folder =>
    Seq(
      "application_1_0001" -> bytes(logStart),
      "a/b/app-1.zstd" -> bytes(logStart, new ZstdOutputStream(_)),
      "log.gz" -> bytes(logStart, new GZIPOutputStream(_)),
      "../../etc/passwd" -> bytes(logStart),
      "/abs\\olute" -> bytes(logStart)
    ).zipWithIndex.foreach { case (log, i) =>
      val (events, reading) = read(
        zip(
          folder.resolve(s"$i.zip"),
          "readme.txt" -> bytes("see below"),
          "__MACOSX/._log" -> bytes(logStart),
          ".log.crc" -> bytes("crc"),
          log
        )
      )
      assertEquals(
        (events, reading),
        (Seq[Event](LogStarted("4.1.0")), LogReading(1)),
        log._1
      )
    }
  }

  folder.test("a rolling log and a folder of Databricks may have their files in any order") { folder =>
    val name = "eventlog_v2_application_1_0001"
    val rolling = zip(
      folder.resolve("rolling.zip"),
      s"$name/" -> Array.emptyByteArray,
      s"$name/events_10_application_1_0001.zstd" -> bytes(line("c"), new ZstdOutputStream(_)),
      s"$name/appstatus_application_1_0001" -> Array.emptyByteArray,
      s"$name/events_2_application_1_0001" -> bytes(line("b")),
      s"$name/events_1_application_1_0001" -> bytes(logStart)
    )
    val (events, reading) = read(rolling)
    assertEquals(events, Seq(LogStarted("4.1.0"), OtherEvent("b"), OtherEvent("c")))
    assertEquals(reading.missing, Seq(3 to 9))
    val rotated = zip(
      folder.resolve("rotated.zip"),
      "eventlog/7/eventlog" -> bytes(line("b")),
      "eventlog/7/eventlog-2026-11-23--10-00.gz" -> bytes(line("a"), new GZIPOutputStream(_))
    )
    assertEquals(read(rotated)._1, Seq(OtherEvent("a"), OtherEvent("b")))
  }

  folder.test("the last of several attempts is read, and the others are named; two applications are refused") {
    folder =>
      val names = Seq(
        "application_1_0001_2",
        "application_1_0001_10",
        "eventlog_v2_application_1_0001_9/events_1_application_1_0001_9"
      )
      val (events, reading) =
        read(zip(folder.resolve("attempts.zip"), names.map(name => name -> bytes(logStart + line(name))): _*))
      assertEquals(events.last, OtherEvent("application_1_0001_10"))
      assertEquals(reading.skippedLogs.sorted, Seq("application_1_0001_2", "eventlog_v2_application_1_0001_9"))
      val two = refusal(
        zip(folder.resolve("two.zip"), "application_1_0001" -> bytes(logStart), "application_1_0002" -> bytes(logStart))
      )
      assert(
        two.endsWith(
          "the zip has event logs of 2 applications. Unpack it, and give one of them: application_1_0001, " +
            "application_1_0002"
        ),
        two
      )
  }

  folder.test("a zip without a log is refused") { folder =>
    val none = zip(
      folder.resolve("none.zip"),
      "a.txt" -> bytes("Dear all"),
      "b.zip" -> Array('P'.toByte, 'K'.toByte, 3, 4),
      "c.json" -> bytes("""{"a":1}""")
    )
    assert(
      refusal(none).endsWith(
        "the zip has no event log. Give an event log, or a zip of one as the History Server makes it"
      ),
      refusal(none)
    )
    assert(refusal(zip(folder.resolve("empty.zip"))).contains("the zip has no event log"))
  }

  folder.test("a zip that is cut or has changed bytes gives a reading or a refusal") { folder =>
    val random = Draws.random("ZippedLogSuite")
    val text = logStart + (1 to 2000).map(i => line(s"e$i${random.nextLong()}")).mkString
    val whole = Files.readAllBytes(
      zip(
        folder.resolve("whole.zip"),
        "application_1_0001" -> bytes(text),
        "eventlog_v2_a/events_1_a" -> bytes(text, new ZstdOutputStream(_))
      )
    )
    (1 to Draws.cases(300)).foreach { i =>
      val changed = if (i % 3 == 0) whole.take(4 + random.nextInt(whole.length - 4)) else whole.clone()
      (0 to random.nextInt(4)).foreach(_ => changed(4 + random.nextInt(changed.length - 4)) = random.nextInt().toByte)
      // The directory of a zip is at its end.
      if (i % 2 == 0)
        (0 to random.nextInt(4)).foreach(_ =>
          changed(changed.length - 1 - random.nextInt(math.min(changed.length - 4, 200))) = random.nextInt().toByte
        )
      try { read(Files.write(folder.resolve("changed.zip"), changed)); () }
      catch {
        case _: UnreadableLog =>
        case other: Throwable => fail(s"seed ${Draws.seed}, $i", other)
      }
    }
  }

  folder.test("a file in a zip that grows without end is cut, in one compression or two") { folder =>
    // Zip itself compresses no more than a thousandfold; the compression of its files may.
    Seq[(String, OutputStream => OutputStream)](
      "zstd" -> (new ZstdOutputStream(_, 19)),
      "zstd in gzip" -> (out => new ZstdOutputStream(new GZIPOutputStream(out), 19))
    ).foreach { case (name, codec) =>
      val content = bomb(megabytes = 200, codec)
      val (events, reading) = read(zip(folder.resolve(s"$name.zip"), "application_1_0001" -> content))
      assertEquals(events, Seq(LogStarted("4.1.0")), name)
      assert(reading.cutFiles.exists(_.contains("times as large")), s"$name: ${reading.cutFiles}")
    }
  }

  folder.test("too many files and overlapping files are refused") { folder =>
    val many = zip(folder.resolve("many.zip"), (0 to 20000).map(i => s"events_${i}_a" -> Array.emptyByteArray): _*)
    val tooMany = refusal(many)
    assert(tooMany.contains("the zip has 20001 files, and allowed are 20000"), tooMany)
    // The directory at the end has the compressed size of each entry; here the size exceeds the file's.
    val stored = zip(folder.resolve("over.zip"), "application_1_0001" -> bytes(logStart + line("x" * 1000)))
    val changed = Files.readAllBytes(stored)
    val directory = new String(changed, ISO_8859_1).lastIndexOf("PK\u0001\u0002")
    changed(directory + 22) = 0x7f
    val why = refusal(Files.write(stored, changed))
    assert(why.contains("more bytes than the zip") || why.contains("cut or broken"), why)
  }

  folder.test("ten thousand files of a rolling log are read in the order of their numbers") { folder =>
    val entries = (1 to 10000).reverse.map(i => s"eventlog_v2_a/events_${i}_a" -> bytes(line(s"e$i")))
    assertEquals(read(zip(folder.resolve("rolling.zip"), entries: _*))._1, (1 to 10000).map(i => OtherEvent(s"e$i")))
  }
}
