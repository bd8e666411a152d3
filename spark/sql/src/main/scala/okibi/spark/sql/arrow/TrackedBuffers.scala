package okibi.spark.sql.arrow

import java.util

/** Buffers of which those that are open are known, so that an error leaks nothing. For one thread. */
abstract class TrackedBuffers[Buffer <: AutoCloseable] extends Buffers[Buffer] {
  private val open = new util.ArrayList[Buffer]

  protected def create(bytes: Long): Buffer

  final override def allocate(bytes: Long): Buffer = {
    val buffer = create(bytes)
    open.add(buffer)
    buffer
  }

  final override def release(buffer: Buffer): Unit = {
    open.removeIf(_.asInstanceOf[AnyRef] eq buffer.asInstanceOf[AnyRef])
    buffer.close()
  }

  /** Releases all that is not released. What was given a buffer has a hold of its own. */
  final def releaseAll(): Unit = {
    open.forEach(_.close())
    open.clear()
  }
}
