package okibi.cli

import java.nio.file.Files

import scala.concurrent.duration._

import okibi.cli.fixture.{CommandLine, TestFolder}

import munit.FunSuite
import org.junit.experimental.categories.Category

/** Whole runs of the commands that measure. They start JVMs. */
@Category(Array(classOf[Process]))
class MeasuredRunSuite extends FunSuite with TestFolder with CommandLine {
  override val munitTimeout: Duration = 5.minutes

  folder.test("a benchmark ends with its headlines and a result file") { folder =>
    val (exitCode, out, err) = okibi("bench", "tpch", "--only", "lookup", "--scale", "tiny", "--out", folder.toString)
    assertEquals(exitCode, 0, out + err)
    assert(out.linesIterator.toSeq.last.startsWith("headline lookup.ratio = "), out)
    assertEquals(folder.toFile.list().sorted.toSeq, Seq("index.html", "logs", "result.json"))
    val result = ujson.read(Files.readAllBytes(folder.resolve("result.json")))
    assertEquals((result("experiment").str, result("scale").str), ("tpch", "tiny"))
    assertEquals(result("rows").arr.map(_("variant").str).toSeq, Seq("stock", "okibi"))
  }

  folder.test("a demo ends with its headlines and a result file, and leaves only them, its page and logs behind") {
    folder =>
      val (exitCode, out, err) = okibi("demo", "--only", "serializer", "--scale", "tiny", "--out", folder.toString)
      assertEquals(exitCode, 0, out + err)
      assert(out.linesIterator.toSeq.last.startsWith("headline serializer.vs_kryo = "), out)
      assertEquals(folder.toFile.list().sorted.toSeq, Seq("index.html", "logs", "result.json"))
      val result = ujson.read(Files.readAllBytes(folder.resolve("result.json")))
      assertEquals(result("rows").arr.map(_("variant").str).toSeq, Seq("kryo", "okibi"))
      assertEquals(result("context")("args").arr.map(_.str).toSeq.take(3), Seq("demo", "--only", "serializer"))
  }
}
