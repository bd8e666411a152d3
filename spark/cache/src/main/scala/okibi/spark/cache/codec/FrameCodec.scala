package okibi.spark.cache.codec

import org.apache.fory.memory.MemoryBuffer

/** Appends records of some kind to a frame. One per open block; not thread-safe. */
private[codec] trait FrameEncoder {

  /** The code of the frame in the block. */
  def codec: Int

  /** How much this encoder takes: 0 for one class of records, higher for more. */
  def generality: Int

  /** Writes a record at once, keeping no reference to it, or returns false and leaves the buffer as it was. */
  def write(record: AnyRef, buffer: MemoryBuffer): Boolean

  /** The frame was written out: the next record begins a new one. */
  def endFrame(): Unit = ()

  /** The block is done. */
  def release(): Unit = ()
}

/** Turns the payload of a frame into records. */
private[codec] trait FrameDecoder {

  /** Fills the first `records` places of `into`; the payload has been checked, so that failing is a bug or another class path. */
  def read(payload: MemoryBuffer, records: Int, into: Array[AnyRef]): Unit
}
