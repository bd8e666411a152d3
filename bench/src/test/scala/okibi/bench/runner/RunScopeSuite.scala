package okibi.bench.runner

import java.nio.file.{Files, Path, Paths}

import scala.collection.mutable.ArrayBuffer
import scala.concurrent.duration._

import okibi.bench.fixture.{EndlessJob, TempFolder}

import munit.FunSuite
import org.junit.experimental.categories.Category

@Category(Array(classOf[Process]))
class RunScopeSuite extends FunSuite with TempFolder {
  override val munitTimeout: Duration = 5.minutes

  folder.test("actions run once, the newest first, even when one fails") { folder =>
    val done = ArrayBuffer.empty[String]
    val scope = new RunScope(folder)
    scope.undo("a")(done += "a")
    scope.undo("failing")(throw new IllegalStateException("busy"))
    scope.undo("b") {
      assert(Files.isDirectory(scope.folder), "the folder is deleted last")
      done += "b"
    }
    scope.close()
    scope.close()
    assertEquals(done.toSeq, Seq("b", "a"))
    assert(!Files.exists(scope.folder))
  }

  folder.test("an action that ran early or was forgotten does not run at the end") { folder =>
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

  folder.test("an action that is registered after the end runs at once, and is refused") { folder =>
    val done = ArrayBuffer.empty[String]
    val scope = new RunScope(folder)
    scope.close()
    intercept[RunScope.Ended](scope.undo("late")(done += "late"))
    assertEquals(done.toSeq, Seq("late"))
  }

  folder.test("an interrupt runs every action too") { folder =>
    val command = JavaCommand(WaitingScope.getClass.getName.stripSuffix("$"), Nil, Seq(folder.toString))
    val process = new ProcessBuilder(command.toArray: _*).redirectErrorStream(true).start()
    val lines = process.inputReader()
    val child = lines.readLine().toLong
    process.toHandle.destroy() // Leaves its output readable.
    process.waitFor()
    assertEquals(lines.readLine(), "undone")
    assertEquals(folder.toFile.list().toSeq, Nil)
    assert(!ProcessHandle.of(child).filter(_.isAlive).isPresent)
  }

  folder.test("a run that is interrupted while a child works says nothing of the child's closed output") { folder =>
    val command = JavaCommand(WaitingRun.getClass.getName.stripSuffix("$"), Nil, Seq(folder.toString))
    val process = new ProcessBuilder(command.toArray: _*).redirectErrorStream(true).start()
    val log = folder.resolve("logs").resolve("endless.log")
    def works: Boolean = Files.exists(log) && Files.readString(log).contains("waiting")
    val endNs = System.nanoTime + 4.minutes.toNanos
    while (!works && process.isAlive && System.nanoTime < endNs) Thread.sleep(50)
    assert(works && process.isAlive)
    process.toHandle.destroy()
    process.waitFor()
    assertEquals(new String(process.getInputStream.readAllBytes()), "")
  }
}

/** A runner whose child works until it is ended. */
object WaitingRun {
  def main(args: Array[String]): Unit = {
    val folder = Paths.get(args(0))
    val children = new ChildLauncher(new RunScope(folder), folder.resolve("logs"), brief = true)
    try {
      children.run(Variant("endless", EndlessJob.mainClass, ujson.Obj(), "64m"), "endless")
      ()
    } catch { case _: RunScope.Ended => () }
  }
}

/** A runner that waits for its end, with a child and an action. */
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
