package okibi.bench.compare

import java.io.{PrintWriter, StringWriter}
import java.nio.file.Path

import okibi.bench.fixture.{SampleContext, TempFolder}
import okibi.bench.runner.{Headline, ResultFile, ResultRow, RunContext, UsageException, Variant, VariantRole}

import munit.FunSuite

class ComparisonSuite extends FunSuite with TempFolder {
  private val context =
    SampleContext.context.copy(args = Seq("bench", "filter", "--out", "a"))

  private def row(variant: String, seconds: Double*): ResultRow =
    ResultRow(
      "filter",
      Variant(variant, "Job", ujson.Obj("n" -> 1), "1g"),
      seconds,
      Map.empty,
      Some(ujson.Num(7)),
      None
    )

  private def saved(
      folder: Path,
      name: String,
      context: RunContext,
      headlines: Seq[Headline],
      rows: ResultRow*
  ): Path = {
    val file = folder.resolve(name)
    ResultFile.write(file, "filter", "small", context, rows, headlines)
    file
  }

  private def compare(a: Path, b: Path): Seq[String] = {
    val out = new StringWriter
    assertEquals(Comparison.run(a, b, new PrintWriter(out)), 0)
    out.toString.linesIterator.toSeq
  }

  folder.test("each variant is faster, slower or unchanged within the noise of both sides") { folder =>
    val a = saved(
      folder,
      "a.json",
      context,
      Seq(Headline("filter.ratio", 0.5, "x", Some(0.151))),
      row("faster", 10, 10, 10),
      row("slower", 10, 10.1, 10.2),
      row("noisy", 10, 12, 14),
      row("once", 10),
      row("gone", 1),
      row("broken", 1).copy(failure = Some("why")),
      row("counted", 1).copy(variant = row("counted").variant.copy(role = VariantRole.CountedOnce))
    )
    val b = saved(
      folder,
      "b.json",
      context.copy(args = Seq("bench", "filter", "--out=b")),
      Seq(Headline("filter.ratio", 0.4, "x", Some(0.151), unsteady = Some("why"))),
      row("faster", 8.8, 8.8, 8.8),
      row("slower", 11, 11.1, 11.2),
      row("noisy", 9, 10, 13),
      row("once", 9.2),
      row("broken", 1),
      row("new", 1)
    )
    assertEquals(
      compare(a, b).drop(2).mkString("\n"),
      """
        |variant  median A s  median B s  B / A  noise             verdict
        |-------  ----------  ----------  -----  -----  ------------------
        |faster        10.00        8.80   0.88    5 %         faster 12 %
        |slower        10.10       11.10   1.10    5 %         slower 10 %
        |noisy         12.00       10.00   0.83   37 %           no change
        |once          10.00        9.20   0.92   10 %           no change
        |broken       failed        1.00      -      -  cannot be compared
        |
        |headline            A        B  paper
        |------------  -------  -------  -----
        |filter.ratio  0.500 x  0.400 x  0.151
        |
        |only in A: gone
        |
        |only in B: new
        |
        |Single runs do not show their noise: 10 % is assumed. Use --runs 3 to measure it.""".stripMargin
    )
  }

  folder.test("results that were not measured alike have warnings") { folder =>
    val a = saved(folder, "a.json", context, Nil, row("stock", 1, 1))
    val work = row("stock", 1, 1)
    val b = saved(
      folder,
      "b.json",
      context.copy(
        software = context.software.copy(spark = "4.0.1"),
        cores = 8,
        seed = 2,
        args = Seq("bench", "filter", "--runs", "2")
      ),
      Nil,
      work.copy(variant = work.variant.copy(heap = "2g"))
    )
    val c = saved(folder, "c.json", context, Nil, work.copy(answer = Some(ujson.Num(8))))
    assertEquals(
      compare(a, b).filter(_.startsWith("warning")),
      Seq(
        "cores differs: 2 against 8",
        "spark differs: 4.1.0 against 4.0.1",
        "seed differs: 1 against 2",
        "args differs: bench filter against bench filter --runs 2",
        "stock: not the same work"
      ).map("warning: " + _)
    )
    assertEquals(compare(a, c).filter(_.startsWith("warning")), Seq("warning: stock: not the same answer"))
    assertEquals(compare(a, a).filter(_.startsWith("warning")), Nil)
  }

  folder.test("a file that is no result is refused in one line with the right file") { folder =>
    def refusal(file: Path): String = intercept[UsageException](SavedResult.read(file)).getMessage
    val advice = "Give the result.json that an experiment wrote into its --out folder."
    val missing = folder.resolve("missing.json")
    assertEquals(refusal(missing), s"$missing: it cannot be read (NoSuchFileException). $advice")
    assertEquals(refusal(folder), s"$folder: it cannot be read (IOException). $advice")
    Seq("", "{", "[]", "{}", "null", """{"experiment": 1}""", "\u0000").foreach { text =>
      val file = write(folder.resolve("broken.json"), text)
      assertEquals(refusal(file), s"$file: it is not the result of an experiment. $advice")
    }
  }
}
