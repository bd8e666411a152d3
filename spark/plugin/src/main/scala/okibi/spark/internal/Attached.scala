package okibi.spark.internal

import org.apache.spark.SparkContext

/** Something of the application that runs in this JVM, until the application ends. Thread-safe. */
private[spark] final class Attached[T] {
  private var current: Option[(SparkContext, T)] = None

  /** None where no application has attached anything. */
  def get: Option[(SparkContext, T)] = synchronized(current)

  /** Takes the place of what another application attached. */
  def attach(context: SparkContext, value: T): Unit = synchronized {
    current = Some((context, value))
  }

  /** Forgets the application when it ends. */
  def detach(context: SparkContext): Unit = synchronized {
    if (current.exists(_._1 eq context)) current = None
  }
}
