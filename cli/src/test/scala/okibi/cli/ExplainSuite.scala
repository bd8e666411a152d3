package okibi.cli

import java.io.{PrintWriter, StringWriter}
import java.nio.file.{Files, Path, Paths}

import scala.concurrent.duration._
import scala.util.Random

import okibi.bench.runner.RunScope
import okibi.explain.finding.Rule
import okibi.explain.text.RulesPage

import munit.FunSuite
import org.apache.spark.{SparkConf, SparkContext}

/** Logs of Spark's own, explained. */
class ExplainSuite extends FunSuite {
  override val munitTimeout: Duration = 5.minutes

  private val folder = FunFixture[Path](_ => Files.createTempDirectory("okibi explain "), RunScope.delete)

  private def explain(args: String*): (Int, String, String) = {
    val (out, err) = (new StringWriter, new StringWriter)
    val exitCode = Main.run("explain" +: args.toArray, new PrintWriter(out, true), new PrintWriter(err, true))
    (exitCode, out.toString, err.toString)
  }

  /** The log of an application with some even work and one task that takes longer than everything else. */
  private def log(folder: Path, settings: (String, String)*): Path = {
    val conf = new SparkConf(false).setMaster("local[2]").setAppName("log \u001b[31m of a test").set("spark.ui.enabled", "false").set("spark.driver.bindAddress", "127.0.0.1")
      .set("spark.eventLog.enabled", "true").set("spark.eventLog.dir", folder.toUri.toString).setAll(settings)
    val sc = new SparkContext(conf)
    try {
      sc.parallelize(0 until 1000, 4).map(i => (i % 7, 1)).reduceByKey(_ + _).count()
      sc.parallelize(0 until 8, 8).foreach(i => if (i == 0) Thread.sleep(5000))
    } finally sc.stop()
    val entries = Files.list(folder)
    try entries.findFirst().get()
    finally entries.close()
  }

  private val plain = Seq("spark.eventLog.compress" -> "false", "spark.eventLog.rolling.enabled" -> "false")
  private val rolling = Seq("spark.eventLog.compress" -> "true", "spark.eventLog.rolling.enabled" -> "true", "spark.eventLog.compression.codec" -> "zstd")

  Seq("plain" -> plain, "rolling, compressed" -> rolling).foreach { case (name, settings) =>
    folder.test(s"a $name log of Spark's: the verdict first, the stages below, and nothing that moves the cursor") { folder =>
      val (exitCode, out, err) = explain(log(folder, settings: _*).toString)
      assertEquals((exitCode, err), (0, ""))
      val lines = out.linesIterator.toSeq
      assert(lines.head.startsWith("Verdict   stage 2: One task takes 5."), out)
      assert(lines.exists(_.startsWith("Fix 1     ")), out)
      assert(lines.exists(_.startsWith("log  [31m of a test (local-")), out)
      assert(lines.exists(_.contains("2 foreach at ExplainSuite.scala")), out)
      assert(!out.contains("\u001b") && !out.contains("Caution"), out)
    }
  }

  folder.test("whatever happens to a log, there is a report or one line") { folder =>
    val seed = System.nanoTime
    val random = new Random(seed)
    Seq(plain, rolling).zipWithIndex.foreach { case (settings, i) =>
      val root = log(Files.createDirectory(folder.resolve(i.toString)), settings: _*)
      val file = if (Files.isDirectory(root)) root.resolve(Files.list(root).map(_.getFileName.toString).filter(_.startsWith("events_")).findFirst().get()) else root
      val whole = Files.readAllBytes(file)
      (1 to 60).foreach { _ =>
        val bytes = whole.take(1 + random.nextInt(whole.length))
        (1 to random.nextInt(20)).foreach(_ => bytes(random.nextInt(bytes.length)) = random.nextInt().toByte)
        Files.write(file, bytes)
        val (exitCode, out, err) = explain(root.toString)
        assert(exitCode == 0 && err.isEmpty && out.startsWith("Verdict") || exitCode == 1 && out.isEmpty && err.linesIterator.size == 1, s"seed $seed: $exitCode\n$out\n$err")
      }
    }
  }

  test("no log is one line and exit code 1, no argument 2") {
    assertEquals(explain("/no/such"), (1, "", "okibi explain: /no/such: no such file or folder that can be read.\n"))
    assertEquals(explain()._1, 2)
  }

  test("docs/findings.md is what the rules say; refresh it with ./okibi explain --findings > docs/findings.md") {
    assertEquals(Files.readString(Paths.get(System.getProperty("okibi.root"), "docs/findings.md")), RulesPage(Rule.all))
    assertEquals(explain("--findings"), (0, RulesPage(Rule.all), ""))
  }
}
