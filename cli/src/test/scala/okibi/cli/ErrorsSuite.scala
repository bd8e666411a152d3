package okibi.cli

import java.io.{PrintWriter, StringWriter}
import java.nio.file.{Files, Path}

import okibi.bench.runner.RunScope

import munit.FunSuite

class ErrorsSuite extends FunSuite {
  test("what the parser does not hand out is one line and exit code 1, too") {
    def failed(error: Throwable, debug: Boolean = false): (Int, String) = {
      val err = new StringWriter
      (Main.orOneLine(debug, new PrintWriter(err, true))(throw error), err.toString)
    }
    assertEquals(
      failed(new OutOfMemoryError("Java heap space")),
      (
        1,
        "okibi: memory ran out (Java heap space). Give it more: JAVA_TOOL_OPTIONS=-Xmx4g. Add --debug for the stack trace.\n"
      )
    )
    assertEquals(
      failed(new StackOverflowError)._2,
      "okibi: something is nested too deeply. Add --debug for the stack trace.\n"
    )
    assertEquals(
      failed(new NoClassDefFoundError("org/apache/hadoop/fs/Path"))._2,
      "okibi: org/apache/hadoop/fs/Path is not on the class path. Add --debug for the stack trace.\n"
    )
    assert(failed(new StackOverflowError, debug = true)._2.contains("\tat okibi.cli.ErrorsSuite"))
  }

  test("a run that was ended from outside says that it left nothing behind") {
    assertEquals(Main.sentence(new RunScope.Ended), "ended before its time; what it had started is undone.")
    assertEquals(
      Main.sentence(new IllegalStateException("x")),
      "java.lang.IllegalStateException: x. Add --debug for the stack trace."
    )
  }

  test("a run that is explained ends as the application did, whatever its log is") {
    def said(logs: Path*): (String, String) = {
      val (out, err) = (new StringWriter, new StringWriter)
      RunCommand.report(logs, new PrintWriter(out, true), new PrintWriter(err, true))
      (out.toString, err.toString)
    }
    val text = Files.writeString(Files.createTempFile("okibi", ".log"), "no log")
    try {
      val (out, err) = said(text)
      assertEquals((out, err.linesIterator.size), ("", 1), err)
      assert(
        err.startsWith(s"okibi: --explain: $text: it is a text file, and no line of it is an event of Spark."),
        err
      )
      assertEquals(said(), ("", "okibi: --explain: the application wrote no event log\n"))
      assert(said(text, text)._2.startsWith("okibi: --explain: 2 event logs came to "))
    } finally Files.delete(text)
  }
}
