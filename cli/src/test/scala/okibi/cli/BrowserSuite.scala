package okibi.cli

import java.io.File
import java.nio.file.{Files, Path, Paths}
import java.util.concurrent.TimeUnit

import scala.concurrent.duration._
import scala.io.Source
import scala.util.Using

import okibi.bench.cluster.FreePort
import okibi.bench.runner.RunScope
import okibi.explain.Explanation
import okibi.explain.page.HtmlReport

import munit.FunSuite
import org.apache.spark.{SparkConf, SparkContext}
import org.apache.spark.sql.SparkSession

/** The report and the tab in a real browser, of an application whose names would be scripts if they could. */
class BrowserSuite extends FunSuite {
  override val munitTimeout: Duration = 5.minutes

  private val folder = FunFixture[Path](_ => Files.createTempDirectory("okibi browser "), RunScope.delete)

  private val browser: Option[Path] = for {
    folders <- Option(System.getenv("PATH"))
    found <- Seq("chromium", "chromium-browser", "google-chrome")
      .flatMap(name => folders.split(File.pathSeparator).map(Paths.get(_, name)))
      .find(Files.isExecutable(_))
  } yield found

  /** What a script, if one of a log's ran, would leave in the page. */
  private val trace = "okibi-was-here"
  private val hostile = s"<img src=x onerror=\"document.body.id='$trace'\"><script>document.body.id='$trace'</script>"

  /** The page as it is when its scripts have run, and a picture of it. */
  private def opened(folder: Path, url: String): (String, Path) = {
    val (dom, picture) = (folder.resolve("dom.html"), folder.resolve("picture.png"))
    val command = Seq(
      browser.get.toString,
      "--headless",
      "--no-sandbox",
      "--disable-gpu",
      s"--user-data-dir=${folder.resolve("profile")}",
      "--window-size=1200,2000",
      "--virtual-time-budget=5000",
      "--dump-dom",
      s"--screenshot=$picture",
      url
    )
    val process =
      new ProcessBuilder(command: _*).redirectOutput(dom.toFile).redirectError(ProcessBuilder.Redirect.DISCARD).start()
    try assert(process.waitFor(120, TimeUnit.SECONDS), s"${command.mkString(" ")} did not end")
    finally process.destroyForcibly()
    (Files.readString(dom), picture)
  }

  private def assertSeen(page: (String, Path), verdict: String): Unit = {
    val (dom, picture) = page
    assert(dom.contains(verdict), dom.take(5000))
    assert(dom.contains("&lt;img src=x onerror"), "the name is shown as it is")
    assert(!dom.contains(s"""id="$trace""""), "nothing of it was run")
    assert(Files.size(picture) > 20000, s"the picture of $verdict has ${Files.size(picture)} bytes")
  }

  private def conf(settings: (String, String)*): SparkConf = new SparkConf(false)
    .setMaster("local[2]")
    .setAppName(hostile)
    .set("spark.driver.bindAddress", "127.0.0.1")
    .set("spark.driver.host", "127.0.0.1")
    .set("spark.eventLog.rolling.enabled", "false")
    .set("spark.eventLog.logBlockUpdates.enabled", "true")
    .setAll(settings)

  /** One task that takes longer than all others, a cached RDD and a query; who wrote it chose every text that Spark logs of it. */
  private def uneven(sc: SparkContext): Unit = {
    sc.setCallSite(hostile)
    sc.setJobDescription(hostile)
    SparkSession
      .builder()
      .config(sc.getConf)
      .getOrCreate()
      .sql(s"SELECT count(*) AS `$hostile` FROM range(1000) GROUP BY id % 3")
      .collect()
    val numbers = sc.parallelize(0 until 1000, 4).map(_ + 1).setName(hostile).cache()
    (1 to 3).foreach(_ => numbers.count())
    sc.parallelize(0 until 8, 8).foreach(i => if (i == 0) Thread.sleep(4000))
  }

  /** The event log of such an application. */
  private def logged(folder: Path, settings: (String, String)*): Path = {
    val logs = Files.createDirectory(folder.resolve("logs"))
    val sc = new SparkContext(
      conf(
        Seq(
          "spark.ui.enabled" -> "false",
          "spark.eventLog.enabled" -> "true",
          "spark.eventLog.dir" -> logs.toUri.toString
        ) ++ settings: _*
      )
    )
    try uneven(sc)
    finally sc.stop()
    val entries = Files.list(logs)
    try entries.findFirst().get()
    finally entries.close()
  }

  folder.test("the page of a report, from a file") { folder =>
    assume(browser.isDefined, "no Chromium on the PATH")
    val log = logged(folder)
    val page = folder.resolve("report.html")
    Files.writeString(page, HtmlReport(Explanation.of(log.toString)))
    val seen = opened(folder, page.toUri.toString)
    assertSeen(seen, "One task takes 4.")
    assert("<canvas[^>]*style=\"[^\"]*height".r.findFirstIn(seen._1).isDefined, "charts are drawn")
  }

  folder.test("the tab of a running application, by HTTP") { folder =>
    assume(browser.isDefined, "no Chromium on the PATH")
    val sc = new SparkContext(conf("spark.ui.port" -> "0", "spark.plugins" -> "okibi.spark.OkibiPlugin"))
    try {
      uneven(sc)
      val seen = opened(folder, s"${sc.uiWebUrl.get}/okibi/")
      assertSeen(seen, "One task takes 4.")
      assert(seen._1.contains("okibi-memory"), "the map of cached partitions is there")
    } finally sc.stop()
  }

  folder.test("the tab in the History Server, by HTTP") { folder =>
    assume(browser.isDefined, "no Chromium on the PATH")
    val log = logged(folder, "spark.plugins" -> "okibi.spark.OkibiPlugin")
    val port = FreePort.some(1).head
    val output = folder.resolve("history.log")
    val server = new ProcessBuilder(
      Paths.get(System.getProperty("java.home"), "bin", "java").toString,
      "-cp",
      System.getProperty("java.class.path"),
      "--add-opens=java.base/sun.nio.ch=ALL-UNNAMED",
      s"-Dspark.history.fs.logDirectory=${log.getParent}",
      s"-Dspark.history.ui.port=$port",
      "-Dspark.history.store.maxDiskUsage=1g",
      "org.apache.spark.deploy.history.HistoryServer"
    ).redirectErrorStream(true).redirectOutput(output.toFile).start()
    try {
      def known: Option[String] = Using(Source.fromURL(s"http://127.0.0.1:$port/api/v1/applications", "UTF-8"))(
        _.mkString
      ).toOption.flatMap("\"id\" : \"([^\"]+)\"".r.findFirstMatchIn(_)).map(_.group(1))
      val id = Iterator
        .continually(known)
        .map { found => if (found.isEmpty) Thread.sleep(500); found }
        .take(240)
        .collectFirst { case Some(id) => id }
      val seen =
        opened(folder, s"http://127.0.0.1:$port/history/${id.getOrElse(fail(Files.readString(output)))}/okibi/")
      assertSeen(seen, "One task takes 4.")
    } finally {
      server.destroy()
      server.waitFor(30, TimeUnit.SECONDS)
    }
  }
}
