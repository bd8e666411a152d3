package okibi.cli

import java.io.File
import java.nio.file.{Files, Path, Paths}
import java.util.concurrent.TimeUnit

import scala.io.Source
import scala.util.Using

import okibi.bench.cluster.FreePort
import okibi.cli.fixture.ExplainedLogs
import okibi.explain.diagnosis.Explanation
import okibi.explain.report.HtmlReport

import munit.FunSuite
import org.junit.experimental.categories.Category
import org.apache.spark.{SparkConf, SparkContext}
import org.apache.spark.sql.SparkSession

/** Opens the report and the tab in a real browser, for an application with names that would run as scripts if they were
  * not escaped.
  */
@Category(Array(classOf[Process]))
class BrowserSuite extends FunSuite with ExplainedLogs {
  private val browser: Option[Path] = for {
    folders <- Option(System.getenv("PATH"))
    found <- Seq("chromium", "chromium-browser", "google-chrome")
      .flatMap(name => folders.split(File.pathSeparator).map(Paths.get(_, name)))
      .find(Files.isExecutable(_))
  } yield found

  /** What a script from a log would leave in the page if it ran. */
  private val marker = "okibi-was-here"
  private val hostile = s"<img src=x onerror=\"document.body.id='$marker'\"><script>document.body.id='$marker'</script>"

  /** The page after its scripts have run, and a picture of it. */
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
    assert(dom.contains("&lt;img src=x onerror"), "the name is shown as text")
    assert(!dom.contains(s"""id="$marker""""), "no script of the name ran")
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

  /** Runs one task that takes longer than all others, a cached RDD and a query. Every text that Spark logs of them is
    * chosen by the application.
    */
  private def hostileWork(sc: SparkContext): Unit = {
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

  /** The event log of an application that runs this work. */
  private def logged(folder: Path, settings: (String, String)*): Path =
    logOf(Files.createDirectory(folder.resolve("logs")), conf(settings: _*).getAll.toSeq)(hostileWork)

  folder.test("the page of a report opens from a file") { folder =>
    assume(browser.isDefined, "no Chromium on the PATH")
    val log = logged(folder)
    val page = folder.resolve("report.html")
    Files.writeString(page, HtmlReport(Explanation.of(log.toString)))
    val seen = opened(folder, page.toUri.toString)
    assertSeen(seen, "waits for one task of 4.")
    assert("<canvas[^>]*style=\"[^\"]*height".r.findFirstIn(seen._1).isDefined, "charts are drawn")
  }

  folder.test("the tab of a running application opens by HTTP") { folder =>
    assume(browser.isDefined, "no Chromium on the PATH")
    val sc = new SparkContext(conf("spark.ui.port" -> "0", "spark.plugins" -> "okibi.spark.OkibiPlugin"))
    try {
      hostileWork(sc)
      val seen = opened(folder, s"${sc.uiWebUrl.get}/okibi/")
      assertSeen(seen, "waits for one task of 4.")
      assert(seen._1.contains("okibi-memory"), "the page has the map of cached partitions")
    } finally sc.stop()
  }

  folder.test("the tab in the History Server opens by HTTP") { folder =>
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
      assertSeen(seen, "waits for one task of 4.")
    } finally {
      server.destroy()
      server.waitFor(30, TimeUnit.SECONDS)
    }
  }
}
