package okibi.bench.runner

import java.io.IOException
import java.nio.file.{FileVisitResult, Files, Path, SimpleFileVisitor}
import java.nio.file.attribute.BasicFileAttributes
import java.util.concurrent.{ConcurrentHashMap, TimeUnit}

/** What must not outlive a run: child JVMs and a folder for their files. Both go when the scope is closed and when the
  * JVM ends, on Ctrl-C too. Thread-safe.
  *
  * @param parent where the folder is made: the disk that the children work on
  */
final class RunScope(parent: Path) extends AutoCloseable {
  Files.createDirectories(parent)
  val folder: Path = Files.createTempDirectory(parent, "work-").toAbsolutePath

  private val children = ConcurrentHashMap.newKeySet[Process]()
  private val hook = new Thread(() => clean(), "okibi-bench-cleanup")
  Runtime.getRuntime.addShutdownHook(hook)

  private var closed = false

  /** Starts a child that ends with the scope. */
  def start(builder: ProcessBuilder): Process = open {
    val child = builder.start()
    children.add(child)
    child.onExit().thenRun(() => children.remove(child))
    child
  }

  /** Runs a child to its end and returns its exit code. */
  def run(builder: ProcessBuilder): Int = {
    val exitCode = start(builder).waitFor()
    open(exitCode)
  }

  def subfolder(name: String): Path = open(Files.createDirectories(folder.resolve(name)))

  override def close(): Unit = {
    try Runtime.getRuntime.removeShutdownHook(hook)
    catch { case _: IllegalStateException => } // The JVM is shutting down: the hook is at it.
    clean()
  }

  /** While the JVM shuts down, whoever uses the scope waits here: nothing may start again behind the cleaning. */
  private def open[T](work: => T): T = synchronized {
    if (closed) throw new IllegalStateException("the run has ended")
    work
  }

  private def clean(): Unit = synchronized {
    closed = true
    children.forEach(child => child.destroy())
    children.forEach(child => if (!child.waitFor(RunScope.graceSeconds, TimeUnit.SECONDS)) child.destroyForcibly())
    RunScope.delete(folder)
  }
}

object RunScope {
  private val graceSeconds = 5L

  /** Deletes a folder with all that is in it; what cannot be deleted stays. */
  def delete(folder: Path): Unit =
    try
      Files.walkFileTree(folder, new SimpleFileVisitor[Path] {
        override def visitFile(file: Path, attrs: BasicFileAttributes): FileVisitResult = remove(file)
        override def visitFileFailed(file: Path, error: IOException): FileVisitResult = FileVisitResult.CONTINUE
        override def postVisitDirectory(dir: Path, error: IOException): FileVisitResult = remove(dir)

        private def remove(path: Path): FileVisitResult = {
          path.toFile.delete()
          FileVisitResult.CONTINUE
        }
      })
    catch { case _: IOException => () }
}
