package okibi.bench.cluster

import java.net.{InetAddress, ServerSocket}
import java.nio.file.{Files, Paths}

import scala.concurrent.duration.{Duration, DurationInt}

import okibi.bench.experiment.checkpoint.{CheckpointJob, DfsioJob}
import okibi.bench.fixture.TempFolder
import okibi.bench.protocol.{Job, JobResult}
import okibi.bench.runner.{ChildLauncher, RunScope, UsageException, Variant}
import okibi.explain.diagnosis.Explanation
import okibi.explain.log.UnreadableLog

import munit.FunSuite
import org.junit.experimental.categories.Category

import org.apache.hadoop.conf.Configuration
import org.apache.hadoop.fs.{FileSystem, Path => HdfsPath}

@Category(Array(classOf[Process]))
class HdfsSuite extends FunSuite with TempFolder {
  override val munitTimeout: Duration = 5.minutes

  private def refusal(address: String): String = intercept[UsageException](GivenHdfs.checked(address)).getMessage

  folder.test("a folder with a comma is refused before a server starts: the servers would write elsewhere") { folder =>
    val scope = new RunScope(folder)
    try {
      val odd = Files.createDirectories(folder.resolve("a, b"))
      val refused = intercept[UsageException](LocalHdfs.start(scope, folder.resolve("logs"), Seq(odd)))
      assert(refused.getMessage.contains("without a comma"), refused.getMessage)
    } finally scope.close()
  }

  folder.test(
    "a local HDFS keeps three replicas, takes checkpoints and TestDFSIO, has event logs that are explained, and ends " +
      "with its scope"
  ) { folder =>
    val scope = new RunScope(folder)
    try {
      val address = LocalHdfs.start(scope, folder.resolve("logs"), Seq(Files.createDirectories(folder.resolve("a b"))))
      val fs = FileSystem.newInstance(GivenHdfs.checked(address.toString), new Configuration)
      try {
        val file = new HdfsPath("/file")
        fs.create(file).close()
        assertEquals(
          (fs.getFileStatus(file).getReplication.toInt, fs.getFileStatus(file).getBlockSize),
          (3, 128L << 20)
        )
        explained(fs)
      } finally fs.close()

      def run(job: Job, way: String): JobResult = {
        val args = ujson.Obj("data" -> "strings", "megabytes" -> ujson.Arr(2), "writers" -> 2, "seed" -> 1)
        val conf = Seq(
          CheckpointJob.folderKey -> address.resolve(s"/bench-$way").toString,
          CheckpointJob.wayKey -> way,
          "spark.checkpoint.compress" -> "false"
        )
        new ChildLauncher(scope, folder.resolve("logs"), brief = true)
          .run(Variant(way, job.mainClass, args, "512m", conf), way)
          .fold(fail(_), identity)
      }
      val persisted = run(CheckpointJob, CheckpointJob.persisted)
      val plain = run(CheckpointJob, CheckpointJob.plain)
      val local = run(CheckpointJob, CheckpointJob.local)
      assertEquals((plain.answer, local.answer), (persisted.answer, persisted.answer))
      assertEquals((persisted.metrics("computedTimes"), plain.metrics("computedTimes")), (1.0, 2.0))
      assert(persisted.metrics("2.bytes") > 1900000 && persisted.metrics("2.fileMBs") > 0, persisted.metrics)
      val staging = Paths.get("/tmp/hadoop")
      val wasThere = Files.exists(staging)
      assertEquals(run(DfsioJob, "dfsio").metrics("fileBytes"), 2000000.0)
      assert(wasThere || !Files.exists(staging), s"$staging was left behind")
    } finally scope.close()
    assertEquals(Files.list(folder.resolve("a b")).count, 0L)
  }

  /** Explains the file of a log, the folder of a rolling log, and a missing log. */
  private def explained(fs: FileSystem): Unit = {
    def write(path: String, lines: String*): Unit = {
      val out = fs.create(new HdfsPath(path))
      try out.write(lines.mkString("", "\n", "\n").getBytes("UTF-8"))
      finally out.close()
    }
    val started = Seq(
      """{"Event":"SparkListenerLogStart","Spark Version":"4.1.0"}""",
      """{"Event":"SparkListenerApplicationStart","App Name":"far away","App ID":"app-1",""" +
        """"Timestamp":1000,"User":"me"}"""
    )
    val ended = """{"Event":"SparkListenerApplicationEnd","Timestamp":5000}"""
    write("/logs/app-1", started :+ ended: _*)
    write("/logs/eventlog_v2_app-2/events_1_app-2", started: _*)
    write("/logs/eventlog_v2_app-2/events_2_app-2", ended)
    Seq("app-1", "eventlog_v2_app-2").foreach { log =>
      val facts = Explanation.of(s"${fs.getUri}/logs/$log").facts
      assertEquals((facts.identity.name, facts.elapsedMs), ("far away", 4000L), log)
    }
    val missing = intercept[UnreadableLog](Explanation.of(s"${fs.getUri}/logs/none")).getMessage
    assert(missing.contains("/logs/none: File does not exist") && !missing.contains("\n"), missing)
  }

  test("text that is no address of an HDFS is refused with an example") {
    Seq("localhost:9000", "http://localhost", "hdfs:///data", "hdfs://a b").foreach { address =>
      assertEquals(
        refusal(address),
        s"--hdfs $address: not the address of a name node. Give one like hdfs://host:8020."
      )
    }
  }

  test("an address without a server, or of an unknown host, is refused with the cause in one line") {
    val closed = FreePort.some(1).head
    val refused = refusal(s"hdfs://127.0.0.1:$closed")
    assert(refused.startsWith(s"--hdfs hdfs://127.0.0.1:$closed: Connection refused. Give the address"), refused)
    val unknown = refusal("hdfs://no-such-host.invalid:8020")
    assert(unknown.contains("no-such-host.invalid") && !unknown.contains("\n"), unknown)
  }

  test("a server that does not answer is refused in time") {
    val silent = new ServerSocket(0, 5, InetAddress.getByName("127.0.0.1"))
    try {
      val message = refusal(s"hdfs://127.0.0.1:${silent.getLocalPort}")
      assert(message.contains("no answer within 6 s"), message)
    } finally silent.close()
  }

  folder.test("Hadoop finds a setting with characters that XML escapes") { folder =>
    val site = HadoopSite.write(folder, Seq("a" -> "<1 & 2>"))
    val conf = new Configuration(false)
    conf.addResource(new HdfsPath(site.resolve("hdfs-site.xml").toUri))
    assertEquals(conf.get("a"), "<1 & 2>")
  }
}
