package okibi.cli

import java.io.{PrintWriter, StringWriter}
import java.nio.file.{Files, Path}

import okibi.bench.runner.RunScope

import munit.FunSuite

class ErrorsSuite extends FunSuite {
  test("an error that the parser does not catch is one line and exit code 1, too") {
    def failed(error: Throwable, debug: Boolean = false): (Int, String) = {
      val err = new StringWriter
      (Main.orOneLine(debug, new PrintWriter(err, true))(throw error), err.toString)
    }
    assertEquals(
      failed(new OutOfMemoryError("Java heap space")),
      (
        1,
        "okibi: out of memory (Java heap space). Give more: JAVA_TOOL_OPTIONS=-Xmx4g. Add --debug for the stack " +
          "trace.\n"
      )
    )
    assertEquals(
      failed(new StackOverflowError)._2,
      "okibi: the data are nested too deeply. Add --debug for the stack trace.\n"
    )
    assertEquals(
      failed(new NoClassDefFoundError("org/apache/hadoop/fs/Path"))._2,
      "okibi: org/apache/hadoop/fs/Path is not on the class path. Add --debug for the stack trace.\n"
    )
    assert(failed(new StackOverflowError, debug = true)._2.contains("\tat okibi.cli.ErrorsSuite"))
  }

  test("a run that was interrupted reports that its work is undone") {
    assertEquals(
      Main.sentence(new RunScope.Ended),
      "the run was ended early; everything that it had started is undone."
    )
    assertEquals(
      Main.sentence(new IllegalStateException("x")),
      "java.lang.IllegalStateException: x. Add --debug for the stack trace."
    )
  }

  test("a run that is explained has the application's exit code, whatever its log is") {
    def reported(logs: Path*): (String, String) = {
      val (out, err) = (new StringWriter, new StringWriter)
      RunCommand.report(logs, new PrintWriter(out, true), new PrintWriter(err, true))
      (out.toString, err.toString)
    }
    val text = Files.writeString(Files.createTempFile("okibi", ".log"), "no log")
    try {
      val (out, err) = reported(text)
      assertEquals((out, err.linesIterator.size), ("", 1), err)
      assert(
        err.startsWith(s"okibi: --explain: $text: it is a text file, and no line of it is an event of Spark."),
        err
      )
      assertEquals(reported(), ("", "okibi: --explain: the application wrote no event log\n"))
      assert(reported(text, text)._2.startsWith("okibi: --explain: 2 event logs appeared in "))
    } finally Files.delete(text)
  }
}
