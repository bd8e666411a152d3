package okibi.cli

import java.nio.file.{Files, Path, Paths}
import java.util.zip.{ZipEntry, ZipOutputStream}

import okibi.bench.runner.RunScope
import okibi.cli.fixture.ExplainedLogs
import okibi.core.kit.Draws
import okibi.explain.finding.FindingRules
import okibi.explain.report.RulesPage

import munit.FunSuite

/** `okibi explain` on logs that Spark writes. */
class ExplainSuite extends FunSuite with ExplainedLogs {
  private val rolling = Seq(
    "spark.eventLog.compress" -> "true",
    "spark.eventLog.rolling.enabled" -> "true",
    "spark.eventLog.compression.codec" -> "zstd"
  )

  private val unevenLogs = Map("plain" -> plain, "rolling, compressed" -> rolling).map { case (name, settings) =>
    name -> new Fixture[Path](s"the $name log of an uneven application") {
      private lazy val folder = Files.createTempDirectory("okibi explain ")
      private lazy val log = logOf(folder, settings)(uneven)
      override def apply(): Path = log
      override def afterAll(): Unit = RunScope.delete(folder)
    }
  }

  override def munitFixtures: Seq[Fixture[_]] = unevenLogs.values.toSeq

  unevenLogs.foreach { case (name, log) =>
    test(s"a $name log of Spark has a report: the verdict, the stages, and no character that moves the cursor") {
      val (exitCode, out, err) = explain(log().toString)
      assertEquals((exitCode, err), (0, ""))
      val lines = out.linesIterator.toSeq
      assert(lines.head.startsWith("Verdict   skew: Stage 2 waits for one task of 5."), out)
      assert(lines.exists(_.startsWith("Fix 1     ")), out)
      assert(lines.exists(_.startsWith("log  [31m of a test (local-")), out)
      assert(lines.exists(_.contains("2 foreach at ExplainedLogs.scala")), out)
      assert(!out.contains("\u001b") && !out.contains("Caution"), out)
    }
  }

  folder.test("a damaged log gives a report or one line") { folder =>
    val random = Draws.random("ExplainSuite")
    unevenLogs.values.foreach { log =>
      val root = folder.resolve(log().getFileName)
      Files.copy(log(), root)
      if (Files.isDirectory(root))
        log().toFile.listFiles.foreach(file => Files.copy(file.toPath, root.resolve(file.getName)))
      val file =
        if (Files.isDirectory(root))
          root.resolve(Files.list(root).map(_.getFileName.toString).filter(_.startsWith("events_")).findFirst().get())
        else root
      val whole = Files.readAllBytes(file)
      (1 to Draws.cases(60)).foreach { _ =>
        val bytes = whole.take(1 + random.nextInt(whole.length))
        (1 to random.nextInt(20)).foreach(_ => bytes(random.nextInt(bytes.length)) = random.nextInt().toByte)
        Files.write(file, bytes)
        val (exitCode, out, err) = explain(root.toString)
        assert(
          exitCode == 0 && err.isEmpty && out.startsWith(
            "Verdict"
          ) || exitCode == 1 && out.isEmpty && err.linesIterator.size == 1,
          s"seed ${Draws.seed}: $exitCode\n$out\n$err"
        )
      }
    }
  }

  folder.test("a log in a zip of a History Server has the report of the log itself; a zip without a log is refused") {
    folder =>
      val log = Paths.get(System.getProperty("okibi.root"), "explain/reports/src/test/resources/logs/spark-4.1.zstd")
      def zip(name: String, entry: String, file: Path): Path = {
        val out = new ZipOutputStream(Files.newOutputStream(folder.resolve(name)))
        out.putNextEntry(new ZipEntry(entry))
        Files.copy(file, out)
        out.close()
        folder.resolve(name)
      }
      val zipped = zip("eventLogs-local-1.zip", "local-1.zstd", log)
      assertEquals(explain(zipped.toString), explain(log.toString))
      val none = zip("none.zip", "readme.txt", Files.writeString(folder.resolve("readme.txt"), "Dear all"))
      assertEquals(
        explain(none.toString),
        (
          1,
          "",
          s"okibi explain: $none: the zip has no event log. Give an event log, or a zip of one as the History Server " +
            "makes it.\n"
        )
      )
  }

  test("--compare takes two logs and no page") {
    Seq(Seq("--compare", "/a"), Seq("/a", "/b"), Seq("--compare", "/a", "/b", "--html", "x.html")).foreach { args =>
      val (exitCode, out, err) = explain(args: _*)
      assertEquals((exitCode, out, err.linesIterator.size), (2, "", 1), s"$args: $err")
    }
  }

  test("a missing log is one line and exit code 1, a missing argument is exit code 2") {
    assertEquals(
      explain("/no/such"),
      (1, "", "okibi explain: /no/such: no such file or folder, or it cannot be read.\n")
    )
    assertEquals(explain()._1, 2)
  }

  test("--findings prints the page of the rules") {
    assertEquals(explain("--findings"), (0, RulesPage(FindingRules.all), ""))
  }
}
