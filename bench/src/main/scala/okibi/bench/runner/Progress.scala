package okibi.bench.runner

import java.io.PrintStream

import me.tongfei.progressbar.{ConsoleProgressBarConsumer, ProgressBar, ProgressBarBuilder, ProgressBarStyle}

/** Shows the user what is running. Not thread-safe. */
trait Progress extends AutoCloseable {
  def begin(what: String): Unit
  def end(outcome: String): Unit

  /** Adds steps that were not planned. */
  def addSteps(steps: Int): Unit
}

object Progress {

  /** A progress bar with a title on a terminal of that width, or one line a step when `columns` is 0. Both on standard
    * error.
    */
  def apply(title: String, steps: Int, columns: Int): Progress =
    if (columns > 0) new Bar(title, steps, columns) else new Lines(steps, System.err)

  private final class Bar(title: String, steps: Int, columns: Int) extends Progress {
    // Not the library's own consumer: it asks JLine for the terminal's width, and JLine takes Ctrl-C away from the JVM,
    // so that the scope's clean-up would not run.
    private val bar: ProgressBar =
      new ProgressBarBuilder()
        .setTaskName(title)
        .setInitialMax(steps.toLong)
        .setStyle(ProgressBarStyle.ASCII)
        .setUpdateIntervalMillis(500)
        .setUnit(" runs", 1)
        .setConsumer(new ConsoleProgressBarConsumer(System.err, columns))
        .build()
    override def begin(what: String): Unit = bar.setExtraMessage(what)
    override def end(outcome: String): Unit = bar.step()
    override def addSteps(steps: Int): Unit = bar.maxHint(bar.getMax + steps)
    override def close(): Unit = bar.close()
  }

  private[runner] final class Lines(planned: Int, out: PrintStream) extends Progress {
    private var steps = planned
    private var step = 0
    private var what = ""
    override def begin(what: String): Unit = this.what = what
    override def end(outcome: String): Unit = {
      step += 1
      out.println(s"[$step/$steps] $what: $outcome")
    }
    override def addSteps(steps: Int): Unit = this.steps += steps
    override def close(): Unit = ()
  }
}
