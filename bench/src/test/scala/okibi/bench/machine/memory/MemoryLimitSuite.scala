package okibi.bench.machine.memory

import java.nio.file.Files

import scala.concurrent.duration._
import scala.io.Source
import scala.util.Using

import okibi.bench.fixture.TempFolder
import okibi.bench.runner.{RunScope, UsageException}

import munit.FunSuite
import org.junit.experimental.categories.Category

@Category(Array(classOf[Process]))
class MemoryLimitSuite extends FunSuite with TempFolder {
  // Generous: a busy machine is slow, but not wrong.
  override val munitTimeout: Duration = 5.minutes

  private def run(command: Seq[String]): (Int, String) = {
    val process = new ProcessBuilder(command: _*).redirectErrorStream(true).start()
    val text = Using.resource(Source.fromInputStream(process.getInputStream))(_.mkString)
    (process.waitFor(), text)
  }

  folder.test("a command runs in its group, which ends it beyond the limit and vanishes with the scope") { folder =>
    val scope = new RunScope(folder)
    val prefix =
      try MemoryLimit.group(scope, "suite", 64L << 20)
      catch {
        case reason: UsageException =>
          scope.close()
          assume(false, reason.getMessage)
          Nil
      }
    val name = s"okibi-${ProcessHandle.current.pid}-suite"
    try {
      val (code, groups) = run(prefix ++ Seq("cat", "/proc/self/cgroup"))
      assertEquals(code, 0, groups)
      assert(groups.contains(name), groups)
      // A file of zeros is one line, which `tail` holds in memory.
      assertEquals(run(prefix ++ Seq("tail", "-n", "1", "/dev/zero"))._1, 137)
    } finally scope.close()
    val left = Seq("/sys/fs/cgroup/memory", "/sys/fs/cgroup").map(root => new java.io.File(root, name))
    assertEquals(left.filter(file => Files.exists(file.toPath)), Nil)
  }
}
