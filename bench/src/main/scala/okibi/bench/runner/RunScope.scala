package okibi.bench.runner

import java.io.IOException
import java.nio.file.{FileVisitResult, Files, Path, SimpleFileVisitor}
import java.nio.file.attribute.BasicFileAttributes
import java.util.concurrent.TimeUnit

import scala.util.control.NonFatal

/** Everything that must not outlive a run: child JVMs, their files, and whatever else has been registered with a way to
  * undo it. All of it is undone, the newest first, when the scope is closed and when the JVM ends, on Ctrl-C too.
  * Thread-safe.
  *
  * @param parent folder in which the work folder is made: on the disk that the children work on
  */
final class RunScope(parent: Path) extends AutoCloseable {
  private var undos = List.empty[Undo]
  private var closed = false
  private val hook = new Thread(() => undoAll(), "okibi-bench-undo")
  Runtime.getRuntime.addShutdownHook(hook)

  Files.createDirectories(parent)
  val folder: Path = Files.createTempDirectory(parent, "work-").toAbsolutePath
  undo(s"work folder $folder")(RunScope.delete(folder))

  /** Registers how to undo something when the run ends. Each action runs once. An action that fails is reported on
    * standard error and does not keep the others from running. Register what may be left half done before you begin it.
    *
    * @param what   names it in that message, for example "mount of /x"
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

  /** A folder of that name in the work folder. */
  def subfolder(name: String): Path = open(Files.createDirectories(folder.resolve(name)))

  /** Makes a folder outside the work folder, which is deleted with the scope.
    *
    * @param prefix of its name
    */
  def folderIn(parent: Path, prefix: String): Path = {
    val made = Files.createTempDirectory(parent, prefix)
    undo(s"folder $made")(RunScope.delete(made))
    made
  }

  override def close(): Unit = {
    try Runtime.getRuntime.removeShutdownHook(hook)
    catch { case _: IllegalStateException => } // The JVM is shutting down: the hook is running.
    undoAll()
  }

  /** While the JVM shuts down, every user of the scope waits here, so that nothing starts again after it was undone. */
  private def open[T](work: => T): T = synchronized {
    if (closed) throw new RunScope.Ended
    work
  }

  private def undoAll(): Unit = synchronized {
    closed = true
    while (undos.nonEmpty) undos.head.now()
  }

  /** A registered action. */
  final class Undo private[RunScope] (what: String, action: () => Unit) {

    /** Undoes it now instead of when the run ends. Does nothing when it is undone or forgotten already. */
    def now(): Unit = RunScope.this.synchronized(if (forget()) attempt())

    /** Drops the action, because there is nothing left to undo.
      *
      * @return whether the action was still pending
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

  /** The run is over, for example on Ctrl-C, and its scope was asked for something. */
  final class Ended extends IllegalStateException("the run was ended early; everything that it had started is undone")

  private def end(process: Process): Unit = {
    process.destroy()
    if (!process.waitFor(graceSeconds, TimeUnit.SECONDS)) process.destroyForcibly().waitFor()
  }

  /** Deletes a folder and everything in it, as far as it can be deleted. */
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
