package okibi.bench.runner

import java.io.IOException
import java.nio.file.{FileVisitResult, Files, Path, SimpleFileVisitor}
import java.nio.file.attribute.BasicFileAttributes
import java.util.concurrent.TimeUnit

import scala.util.control.NonFatal

/** What must not outlive a run: child JVMs, their files, and whatever else was told how to be undone. All of it goes, the
  * newest first, when the scope is closed and when the JVM ends, on Ctrl-C too. Thread-safe.
  *
  * @param parent where the folder is made: the disk that the children work on
  */
final class RunScope(parent: Path) extends AutoCloseable {
  private var undos = List.empty[Undo]
  private var closed = false
  private val hook = new Thread(() => undoAll(), "okibi-bench-undo")
  Runtime.getRuntime.addShutdownHook(hook)

  Files.createDirectories(parent)
  val folder: Path = Files.createTempDirectory(parent, "work-").toAbsolutePath
  undo(s"work folder $folder")(RunScope.delete(folder))

  /** Tells how to undo something when the run ends. Each action runs once; one that fails is said on standard error and does
    * not keep the others from running. What may be left half done is best registered before it is begun.
    *
    * @param what   names it in that message, as in "mount of /x"
    * @param action must not wait for a thread that uses the scope
    * @throws RunScope.Ended when the run has ended; the action has then run already
    */
  def undo(what: String)(action: => Unit): Undo = synchronized {
    val undo = new Undo(what, () => action)
    if (closed) undo.attempt()
    open {
      undos = undo :: undos
      undo
    }
  }

  /** Starts a process that ends with the scope. */
  def start(builder: ProcessBuilder): Process = open {
    val process = builder.start()
    val ending = undo(s"process ${process.pid}")(RunScope.end(process))
    process.onExit().thenRun(() => ending.forget())
    process
  }

  /** Waits for the end of a child and returns its exit code. */
  def end(child: Process): Int = {
    val exitCode = child.waitFor()
    open(exitCode)
  }

  def subfolder(name: String): Path = open(Files.createDirectories(folder.resolve(name)))

  override def close(): Unit = {
    try Runtime.getRuntime.removeShutdownHook(hook)
    catch { case _: IllegalStateException => } // The JVM is shutting down: the hook is at it.
    undoAll()
  }

  /** While the JVM shuts down, whoever uses the scope waits here: nothing may start again behind the undoing. */
  private def open[T](work: => T): T = synchronized {
    if (closed) throw new RunScope.Ended
    work
  }

  private def undoAll(): Unit = synchronized {
    closed = true
    while (undos.nonEmpty) undos.head.now()
  }

  /** Something that can be undone. */
  final class Undo private[RunScope] (what: String, action: () => Unit) {

    /** Undoes it now rather than when the run ends; nothing happens when it is undone or forgotten already. */
    def now(): Unit = RunScope.this.synchronized(if (forget()) attempt())

    /** For what is gone already.
      *
      * @return whether it was still to be undone
      */
    def forget(): Boolean = RunScope.this.synchronized {
      val pending = undos.contains(this)
      undos = undos.filterNot(_ == this)
      pending
    }

    private[RunScope] def attempt(): Unit =
      try action()
      catch { case NonFatal(e) => System.err.println(s"okibi: $what: could not be undone: $e") }
  }
}

object RunScope {
  private val graceSeconds = 5L

  /** Somebody wanted something of a run that is over, as on Ctrl-C. */
  final class Ended extends IllegalStateException("ended before its time; what it had started is undone")

  private def end(process: Process): Unit = {
    process.destroy()
    if (!process.waitFor(graceSeconds, TimeUnit.SECONDS)) process.destroyForcibly().waitFor()
  }

  /** Deletes a folder with all that is in it; what cannot be deleted stays. */
  def delete(folder: Path): Unit =
    try
      Files.walkFileTree(
        folder,
        new SimpleFileVisitor[Path] {
          override def visitFile(file: Path, attrs: BasicFileAttributes): FileVisitResult = remove(file)
          override def visitFileFailed(file: Path, error: IOException): FileVisitResult = FileVisitResult.CONTINUE
          override def postVisitDirectory(dir: Path, error: IOException): FileVisitResult = remove(dir)

          private def remove(path: Path): FileVisitResult = {
            path.toFile.delete()
            FileVisitResult.CONTINUE
          }
        }
      )
    catch { case _: IOException => () }
}
