package okibi.explain.report

import java.nio.charset.StandardCharsets.UTF_8
import java.nio.file.{Files, Path, Paths}

import munit.FunSuite
import okibi.explain.diagnosis.Explanation

/** Logs that each line of Spark wrote of the same application (make.py beside them), and their reports. UPDATE_GOLDEN=1
  * refreshes the reports; read them before you commit them.
  */
class GoldenLogsSuite extends FunSuite {
  private val folder: Path =
    Paths.get(System.getProperty("okibi.root"), "explain", "reports", "src", "test", "resources", "logs")

  private val lines = Seq("3.5", "4.0", "4.1", "4.2")

  lines.foreach { line =>
    test(s"the report of a log of Spark $line") {
      val log = folder.resolve(s"spark-$line.zstd")
      assert(Files.size(log) < 200000, log)
      val explanation = Explanation.of(log.toString)
      assert(explanation.facts.identity.sparkVersion.startsWith(line), explanation.facts.identity)
      val golden = folder.resolve(s"spark-$line.txt")
      val report = TextReport(explanation)
      if (System.getenv("UPDATE_GOLDEN") == "1") Files.write(golden, report.getBytes(UTF_8))
      assertEquals(report, new String(Files.readAllBytes(golden), UTF_8))
    }
  }

  test("logs of all lines have the same findings") {
    val found =
      lines.map(line => Explanation.of(folder.resolve(s"spark-$line.zstd").toString).findings.map(_.rule.code).toSet)
    assert(found.forall(codes => codes("skew") && codes("cache-thrash")), found)
  }
}
