package okibi.spark.cluster

import java.nio.file.{Files, Path, Paths}

import scala.concurrent.duration._

import okibi.spark.transport.{SerializerSettings, TransportWork}

/** Blocks that executors read from each other and send each other as replicas, with the serializers that an application may choose. */
class TransportClusterSuite extends munit.FunSuite {
  override val munitTimeout: Duration = 10.minutes

  private val chosen =
    Seq("Java" -> Nil, "Kryo that requires registration, unsafe, without references" -> SerializerSettings.strictest)

  private def executorLogs(folder: Path): Seq[String] = {
    val walk = Files.walk(folder)
    try
      walk.toArray.toSeq
        .map(_.asInstanceOf[Path])
        .filter(_.getFileName.toString == "stderr")
        .map(file => new String(Files.readAllBytes(file), "UTF-8"))
    finally walk.close()
  }

  chosen.foreach { case (name, settings) =>
    test(name) {
      val folder =
        Files.createTempDirectory(Files.createDirectories(Paths.get(System.getProperty("okibi.work"))), "transport")
      val cluster = new TestCluster(folder, workers = 2)
      try {
        val app = cluster.submit(
          "transport",
          "okibi.spark.cluster.TransportJob",
          Map("spark.plugins" -> "okibi.spark.OkibiPlugin", "spark.sql.shuffle.partitions" -> "2") ++ settings
        )
        assertEquals(app.await(400), Some(0): Option[Int], s"exit code, $folder:\n${app.output.takeRight(4000)}")
        TransportWork.expected(TransportJob.levels).foreach { case (what, answer) =>
          assertEquals(app.answer(what), Some(answer): Option[String], what)
        }
        val read = app.output.linesIterator.find(_.contains("from other executors")).getOrElse("")
        assert(read.nonEmpty && !read.contains(" 0 from other executors"), read)
        val logs = app.output +: executorLogs(folder)
        assertEquals(logs.size, 3)
        Seq("Failed to replicate", "steps aside", "not registered").foreach(said =>
          assertEquals(logs.flatMap(_.linesIterator.filter(_.contains(said))), Nil)
        )
      } finally cluster.close()
    }
  }
}
