package okibi.cli

import java.io.{PrintWriter, StringWriter}

import munit.FunSuite

class ErrorsSuite extends FunSuite {
  test("what the parser does not hand out is one line and exit code 1, too") {
    def failed(error: Throwable, debug: Boolean = false): (Int, String) = {
      val err = new StringWriter
      (Main.orOneLine(debug, new PrintWriter(err, true))(throw error), err.toString)
    }
    assertEquals(failed(new OutOfMemoryError("Java heap space")), (1, "okibi: memory ran out (Java heap space). Give it more: JAVA_TOOL_OPTIONS=-Xmx4g. Add --debug for the stack trace.\n"))
    assertEquals(failed(new StackOverflowError)._2, "okibi: something is nested too deeply. Add --debug for the stack trace.\n")
    assertEquals(failed(new NoClassDefFoundError("org/apache/hadoop/fs/Path"))._2, "okibi: org/apache/hadoop/fs/Path is not on the class path. Add --debug for the stack trace.\n")
    assert(failed(new StackOverflowError, debug = true)._2.contains("\tat okibi.cli.ErrorsSuite"))
  }
}
