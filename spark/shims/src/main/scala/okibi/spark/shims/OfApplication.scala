package okibi.spark.shims

import java.lang.ref.WeakReference

import org.apache.spark.SparkEnv

/** A value of the application that runs in this JVM, made when it is first asked for. Applications of one JVM come one
  * after another. Thread-safe.
  */
final class OfApplication[T](make: SparkEnv => T) {
  @volatile private var current = new OfApplication.Made[T](new WeakReference(null), None)

  /** None where no application runs. */
  def get: Option[T] = {
    val env = SparkEnv.get
    val made = current
    if (env == null) None else if (made.env.get eq env) made.value else of(env)
  }

  private def of(env: SparkEnv): Option[T] = synchronized {
    if (current.env.get ne env) current = new OfApplication.Made(new WeakReference(env), Some(make(env)))
    current.value
  }
}

private object OfApplication {
  final class Made[T](val env: WeakReference[SparkEnv], val value: Option[T])
}
