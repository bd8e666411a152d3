package okibi.spark.observe

import java.nio.file.{Files, Path, Paths}
import java.nio.file.attribute.PosixFilePermissions

import scala.jdk.CollectionConverters._

import com.fasterxml.jackson.databind.ObjectMapper

import org.apache.hadoop.conf.Configuration

final class SeriesFileSuite extends munit.FunSuite {
  private val temp = Paths.get(System.getProperty("java.io.tmpdir"))

  private def file(folder: Path): SeriesFile =
    new SeriesFile(folder.toUri.toString, () => "app-1.okibi", new Configuration(false))

  test("the file has one event a line, in the form of the event log, whatever the machine is called") {
    val folder = Files.createTempDirectory(temp, "series")
    val events = Seq(OkibiNodeSeries("a", "1|2"), OkibiNodeSeries("\"},\n{", "3"))
    val seriesFile = file(folder)
    events.foreach(seriesFile.write(_))
    seriesFile.close()
    seriesFile.close()
    seriesFile.write(OkibiNodeSeries("late", "4"))
    assertEquals(
      PosixFilePermissions.toString(Files.getPosixFilePermissions(folder.resolve("app-1.okibi"))),
      "rw-rw----"
    )
    val read = Files.readAllLines(folder.resolve("app-1.okibi")).asScala.toSeq.map(new ObjectMapper().readTree(_))
    assertEquals(read.map(_.get("Event").asText).distinct, Seq(classOf[OkibiNodeSeries].getName))
    assertEquals(read.map(line => OkibiNodeSeries(line.get("host").asText, line.get("series").asText)), events)
  }

  test("the file has counters, too") {
    val folder = Files.createTempDirectory(temp, "series")
    val seriesFile = file(folder)
    seriesFile.write(OkibiCounters(7L, Map("memoryHits" -> 3L)))
    seriesFile.close()
    val line = new ObjectMapper().readTree(Files.readString(folder.resolve("app-1.okibi")))
    assertEquals(
      (line.get("Event").asText, line.get("time").asLong, line.get("counters").get("memoryHits").asLong),
      (classOf[OkibiCounters].getName, 7L, 3L)
    )
  }

  test("no file is made before the first event, and a folder that cannot be written to is no error") {
    val folder = Files.createTempDirectory(temp, "series")
    file(folder).close()
    assertEquals(Files.list(folder).count(), 0L)
    val notAFolder = Files.createFile(folder.resolve("file"))
    val seriesFile = file(notAFolder)
    seriesFile.write(OkibiNodeSeries("a", "1"))
    seriesFile.write(OkibiNodeSeries("a", "2"))
    seriesFile.close()
    assertEquals(Files.size(notAFolder), 0L)
  }
}
