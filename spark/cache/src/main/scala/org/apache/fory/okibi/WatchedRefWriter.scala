package org.apache.fory.okibi

import org.apache.fory.context.{MapRefWriter, RefWriter}
import org.apache.fory.memory.MemoryBuffer

/** Hears of each reference back to an object that a [[WatchedRefWriter]] has written before. */
trait RefListener {

  /** A reference back to `obj` was written. */
  def referredBack(obj: AnyRef): Unit

  /** Forgets all objects that were written: the next record begins. */
  def reset(): Unit
}

/** Fory's bookkeeping of references, which also tells a listener of references back. Not thread-safe.
  *
  * In a package of Fory's, because code that Fory generates names it; see [[RefusingSerializer]].
  */
final class WatchedRefWriter(usual: MapRefWriter, val listener: RefListener) extends RefWriter {

  override def writeRefOrNull(buffer: MemoryBuffer, obj: AnyRef): Boolean = {
    val done = usual.writeRefOrNull(buffer, obj)
    if (done && (obj ne null)) listener.referredBack(obj)
    done
  }

  override def writeRefValueFlag(buffer: MemoryBuffer, obj: AnyRef): Boolean = {
    val fresh = usual.writeRefValueFlag(buffer, obj)
    if (!fresh) listener.referredBack(obj)
    fresh
  }

  override def writeNullFlag(buffer: MemoryBuffer, obj: AnyRef): Boolean = usual.writeNullFlag(buffer, obj)

  override def replaceRef(original: AnyRef, replacement: AnyRef): Unit = usual.replaceRef(original, replacement)

  override def reset(): Unit = {
    listener.reset()
    usual.reset()
  }
}
