package okibi.bench.runner

import java.nio.file.{Files, Path, Paths}

import scala.collection.mutable.ArrayBuffer
import scala.concurrent.duration._

import okibi.bench.fixture.TempFolder

import munit.FunSuite

class RunScopeSuite extends FunSuite with TempFolder {
  override val munitTimeout: Duration = 2.minutes

  folder.test("what was done last is undone first, once, whatever fails") { folder =>
    val done = ArrayBuffer.empty[String]
    val scope = new RunScope(folder)
    scope.undo("a")(done += "a")
    scope.undo("failing")(throw new IllegalStateException("busy"))
    scope.undo("b") {
      assert(Files.isDirectory(scope.folder), "the folder is the last to go")
      done += "b"
    }
    scope.close()
    scope.close()
    assertEquals(done.toSeq, Seq("b", "a"))
    assert(!Files.exists(scope.folder))
  }

  folder.test("what is undone early or forgotten is not undone at the end") { folder =>
    val done = ArrayBuffer.empty[String]
    val scope = new RunScope(folder)
    val early = scope.undo("early")(done += "early")
    val gone = scope.undo("gone")(done += "gone")
    early.now()
    early.now()
    assert(gone.forget())
    assert(!gone.forget())
    scope.close()
    assertEquals(done.toSeq, Seq("early"))
  }

  folder.test("what comes after the end is undone at once, and refused") { folder =>
    val done = ArrayBuffer.empty[String]
    val scope = new RunScope(folder)
    scope.close()
    intercept[RunScope.Ended](scope.undo("late")(done += "late"))
    assertEquals(done.toSeq, Seq("late"))
  }

  folder.test("an interrupt undoes everything too") { folder =>
    val command = JavaCommand(WaitingScope.getClass.getName.stripSuffix("$"), Nil, Seq(folder.toString))
    val process = new ProcessBuilder(command.toArray: _*).redirectErrorStream(true).start()
    val lines = process.inputReader()
    val child = lines.readLine().toLong
    process.toHandle.destroy() // leaves what it says readable
    process.waitFor()
    assertEquals(lines.readLine(), "undone")
    assertEquals(folder.toFile.list().toSeq, Nil)
    assert(!ProcessHandle.of(child).filter(_.isAlive).isPresent)
  }
}

/** A runner that waits for its end, with a child and something to undo. */
object WaitingScope {
  def main(args: Array[String]): Unit = {
    val scope = new RunScope(Paths.get(args(0)))
    scope.undo("test")(say("undone"))
    val child = scope.start(new ProcessBuilder("sleep", "600"))
    say(child.pid.toString)
    scope.end(child)
    ()
  }

  private def say(line: String): Unit = {
    System.out.println(line)
    System.out.flush()
  }
}
