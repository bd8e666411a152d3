package okibi.bench.experiment.explain

import java.nio.file.Files

import okibi.bench.fixture.TempFolder

class LongLogSuite extends munit.FunSuite with TempFolder {

  folder.test("jobs are repeated with new numbers and times") { folder =>
    val short = folder.resolve("short")
    val applicationStart = """{"Event":"SparkListenerApplicationStart"}"""
    val start = """{"Event":"SparkListenerJobStart","Job ID":0,"Submission Time":1700000000000,""" +
      """"Stage Infos":[{"Stage ID":0},{"Stage ID":1}],"Stage IDs":[0,1]}"""
    val end = """{"Event":"SparkListenerTaskEnd","Stage ID":1,"Task Info":{"Task ID":0,"Launch Time":1700000000500}}"""
    val rest = Seq(
      """{"Event":"SparkListenerStageCompleted","Stage Info":{"Stage ID":0}}""",
      """{"Event":"SparkListenerStageCompleted","Stage Info":{"Stage ID":1}}""",
      """{"Event":"SparkListenerJobEnd","Job ID":0,"Completion Time":1700000000999}"""
    )
    Files.write(
      short,
      (applicationStart +: start +: end +: rest :+ """{"Event":"SparkListenerApplicationEnd"}""")
        .mkString("\n")
        .getBytes("UTF-8")
    )
    val long = folder.resolve("long")
    assertEquals(LongLog.write(short, long, 700), 2L)
    val lines = Files.readAllLines(long)
    assertEquals(lines.size, 2 + 2 * 5)
    assertEquals(lines.get(1), start)
    assertEquals(
      lines.get(6),
      start
        .replace("\"Job ID\":0", "\"Job ID\":1")
        .replace("1700000000000", "1700000001000")
        .replace("ID\":0}", "ID\":2}")
        .replace("ID\":1}", "ID\":3}")
        .replace("[0,1]", "[2,3]")
    )
    assertEquals(
      lines.get(7),
      end
        .replace("\"Stage ID\":1", "\"Stage ID\":3")
        .replace("\"Task ID\":0", "\"Task ID\":1")
        .replace("500", "1500")
        .replace("17000000001500", "1700000001500")
    )
  }
}
