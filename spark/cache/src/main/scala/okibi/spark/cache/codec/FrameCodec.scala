package okibi.spark.cache.codec

import org.apache.fory.memory.MemoryBuffer

/** Appends records of one kind to a frame. One per open block; not thread-safe. */
private[codec] trait FrameEncoder {

  /** The code of the frame in the block. */
  def codec: Int

  /** How many classes of records this encoder takes: 0 for a single class, higher for more. */
  def generality: Int

  /** Writes a record immediately and keeps no reference to it; or returns false and leaves the buffer unchanged. */
  def write(record: AnyRef, buffer: MemoryBuffer): Boolean

  /** The frame was written out; the next record begins another frame. */
  def endFrame(): Unit = ()

  /** The block is done. */
  def release(): Unit = ()
}

/** Turns the payload of a frame into records. */
private[codec] trait FrameDecoder {

  /** Fills the first `records` places of `into`. The payload has passed its check, so a failure means a bug or another
    * class path.
    */
  def read(payload: MemoryBuffer, records: Int, into: Array[AnyRef]): Unit
}
