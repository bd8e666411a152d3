package okibi.spark.cache.codec

import java.io.{InputStream, OutputStream}

import okibi.spark.cache.codec.FrameFormat._

/** The rest of a block as one stream of records of any length, cut into frames that are checked like all others. */
private[codec] object SparkFrames {

  /** @param codec code of the frames */
  final class Output(frames: FrameOutput, codec: Int) extends OutputStream {
    private val buffer = new Array[Byte](TargetBytes)
    private var used = 0

    override def write(byte: Int): Unit = {
      if (used == buffer.length) emit()
      buffer(used) = byte.toByte
      used += 1
    }

    override def write(bytes: Array[Byte], offset: Int, length: Int): Unit =
      if (length >= buffer.length) {
        emit()
        frames.frame(codec, 0, bytes, offset, length)
      } else {
        if (used + length > buffer.length) emit()
        System.arraycopy(bytes, offset, buffer, used, length)
        used += length
      }

    override def flush(): Unit = {
      emit()
      frames.flush()
    }

    override def close(): Unit = emit()

    private def emit(): Unit = if (used > 0) {
      frames.frame(codec, 0, buffer, 0, used)
      used = 0
    }
  }

  /** Begins in the current frame of `frames`. Ends at the last frame of the block, where it leaves `frames`.
    *
    * @param codec code of the frames
    */
  final class Input(frames: FrameInput, codec: Int) extends InputStream {
    private var at = 0

    override def read(): Int = if (ready()) { at += 1; frames.payload(at - 1) & 0xff }
    else -1

    override def read(target: Array[Byte], offset: Int, length: Int): Int =
      if (length == 0) 0
      else if (!ready()) -1
      else {
        val count = math.min(length, frames.length - at)
        System.arraycopy(frames.payload, at, target, offset, count)
        at += count
        count
      }

    override def available(): Int = if (frames.codec == codec) frames.length - at else 0

    private def ready(): Boolean = {
      while (frames.codec == codec && at == frames.length) {
        frames.next()
        at = 0
      }
      if (frames.codec != codec && frames.codec != End)
        throw frames.damaged(s"a frame of kind ${frames.codec} among frames of kind $codec")
      frames.codec == codec
    }
  }
}
