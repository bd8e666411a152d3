package okibi.spark.cluster

import java.nio.file.{Files, Path}

import scala.concurrent.duration._

import okibi.spark.transport.{SerializerSettings, TransportWorkload}

/** Blocks that executors read from each other and send each other as replicas, with the serializers that an application
  * may choose.
  */
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
      TestCluster.within("transport", workers = 2) { (cluster, folder) =>
        val app = cluster.submit(
          "transport",
          "okibi.spark.cluster.TransportJob",
          TestCluster.plugin ++ Map("spark.sql.shuffle.partitions" -> "2") ++ settings
        )
        app.awaitSuccess(seconds = 400)
        TransportWorkload.expected(TransportJob.levels).foreach { case (question, answer) =>
          assertEquals(app.answer(question), Some(answer): Option[String], question)
        }
        val read = app.output.linesIterator.find(_.contains("from other executors")).getOrElse("")
        assert(read.nonEmpty && !read.contains(" 0 from other executors"), read)
        val logs = app.output +: executorLogs(folder)
        assertEquals(logs.size, 3)
        Seq("Failed to replicate", "steps aside", "not registered").foreach(said =>
          assertEquals(logs.flatMap(_.linesIterator.filter(_.contains(said))), Nil)
        )
      }
    }
  }
}
