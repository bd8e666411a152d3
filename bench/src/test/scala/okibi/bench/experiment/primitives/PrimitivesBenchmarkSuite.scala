package okibi.bench.experiment.primitives

import java.nio.file.{Files, Path}

import scala.concurrent.duration._

import okibi.bench.fixture.{TempFolder, TinyRun}
import okibi.bench.mapreduce.SortKind
import okibi.bench.runner.CampaignOutcome

import munit.FunSuite
import org.junit.experimental.categories.Category

/** Complete runs, each way in a JVM of its own, at the smallest scale. */
@Category(Array(classOf[Process]))
class PrimitivesBenchmarkSuite extends FunSuite with TempFolder {
  override val munitTimeout: Duration = 5.minutes

  private def run(folder: Path, part: String): (CampaignOutcome, String) = {
    val (outcome, text) = TinyRun(PrimitivesBenchmark, folder, Set(part))
    assertEquals(outcome.errors, Nil, text)
    assert(
      Files.isRegularFile(folder.resolve("out/result.json")) && Files.isRegularFile(folder.resolve("out/index.html"))
    )
    (outcome, text)
  }

  folder.test(
    "reading runs with an HDFS of its own, and compares its rates with copying memory and with the paper"
  ) { folder =>
    val (outcome, text) = run(folder, PrimitivesBenchmark.reading)
    assertEquals(
      outcome.headlines.map(headline => (headline.name, headline.paper.map(_ > 0.2))),
      Seq(("reading.hdfs", Some(true))),
      text
    )
    ReadingJob.ways.foreach(way => assert(text.linesIterator.exists(_.startsWith(way)), (way, text)))
    assert(text.contains("of memory copy") && text.contains("server kernel"), text)
  }

  folder.test(
    "lines and words are compared with BufferedReader and StringTokenizer, and the table describes the text"
  ) { folder =>
    val (outcome, text) = run(folder, PrimitivesBenchmark.lines)
    assertEquals(outcome.headlines.map(_.name), Seq("lines.words"), text)
    assert(text.contains("English: seeded text"), text)
  }

  folder.test("the table of sorting has sorting and merging apart") { folder =>
    val (_, text) = run(folder, PrimitivesBenchmark.sorting)
    SortKind.all.foreach(kind => assert(text.linesIterator.exists(_.startsWith(s"${kind.name} ")), text))
    assert(text.contains("merge M keys/s"), text)
  }
}
