package okibi.explain.report

import java.nio.charset.StandardCharsets.UTF_8
import java.nio.file.{Files, Paths}

import munit.FunSuite
import okibi.explain.finding.FindingRules

class RulesPageSuite extends FunSuite {
  test("docs/findings.md is the page of the rules; UPDATE_GOLDEN=1 refreshes it") {
    val file = Paths.get(System.getProperty("okibi.root"), "docs", "findings.md")
    val page = RulesPage(FindingRules.all)
    if (System.getenv("UPDATE_GOLDEN") == "1") Files.write(file, page.getBytes(UTF_8))
    assertEquals(new String(Files.readAllBytes(file), UTF_8), page)
  }
}
