package okibi.spark.cache.codec

import java.io.{IOException, InputStream}
import java.nio.{ByteBuffer, ByteOrder}
import java.util

import okibi.spark.cache.codec.FrameFormat._

/** Reads frames and checks them. After `next()` returns, the fields describe the frame, and `payload` holds its bytes.
  */
private[codec] final class FrameInput(in: InputStream) {
  private val header = ByteBuffer.allocate(HeaderBytes).order(ByteOrder.LITTLE_ENDIAN)
  private var array = new Array[Byte](2 * TargetBytes)
  private var read = 0L
  private var spentNs = 0L
  private var start = 0L

  var codec: Int = End
  var length: Int = 0
  var records: Int = 0

  /** The bytes of the frame, from 0 to `length`. The next frame overwrites them unless they are taken. */
  def payload: Array[Byte] = array

  /** The number of records of the block, which the last frame holds. */
  def recordsInBlock: Long =
    if (length == 8) ByteBuffer.wrap(array).order(ByteOrder.LITTLE_ENDIAN).getLong(0)
    else throw damaged("the last frame does not hold the number of records")

  /** The payload as an array of exactly its length, which the caller may keep. */
  def takePayload(): Array[Byte] = {
    val taken = if (array.length == length) array else util.Arrays.copyOf(array, length)
    if (taken eq array) array = new Array[Byte](2 * TargetBytes)
    taken
  }

  def bytes: Long = read
  def readNs: Long = spentNs

  /** The first bytes of a stream if they are not this format's mark; None if they are.
    *
    * @throws IOException when another version of this format wrote the block
    */
  def foreignStart(): Option[Array[Byte]] = {
    val first = in.readNBytes(mark.length)
    read += first.length
    val same = util.Arrays.mismatch(first, mark)
    if (same < 0) None
    else if (first.length == mark.length && same == mark.length - 1)
      throw new IOException(
        s"Cached block: its format is version ${first.last}, this build reads version $version. " +
          "All nodes of an application must run the same Okibi jar."
      )
    else Some(first)
  }

  /** Reads the next frame.
    *
    * @throws IOException when the stream ends too early or a checksum does not match
    */
  def next(): Unit = {
    val began = System.nanoTime()
    start = read
    fill(header.array, 0, HeaderBytes)
    if (header.getInt(13) != crc(header.array, 0, HeaderBytes - 4))
      throw damaged("the header of a frame does not match its checksum")
    codec = header.get(0).toInt
    length = header.getInt(1)
    records = header.getInt(5)
    if (length < 0 || records < 0 || records > length)
      throw damaged(s"a frame of $length bytes claims to hold $records records")
    readPayload()
    if (header.getInt(9) != crc(array, 0, length)) throw damaged("a frame does not match its checksum")
    spentNs += System.nanoTime() - began
  }

  /** An error with the position of this frame in the block. */
  def damaged(problem: String, cause: Throwable = null): IOException =
    new IOException(
      s"Cached block: $problem, in the frame at byte $start. The block is damaged or was cut short; " +
        "Spark computes it again if it can.",
      cause
    )

  def close(): Unit = in.close()

  // Allocates for a large payload only as its bytes arrive. Otherwise a damaged length would allocate memory for data
  // that do not exist.
  private def readPayload(): Unit = {
    if (array.length > MaxKept) array = new Array[Byte](2 * TargetBytes)
    var have = 0
    while (have < length) {
      val want = math.min(length.toLong, math.max(MaxKept.toLong, have * 2L)).toInt
      if (array.length < want) {
        // The last step takes the exact length, so that a payload can be passed on without a copy.
        array = util.Arrays.copyOf(array, want)
      }
      fill(array, have, want - have)
      have = want
    }
  }

  private def fill(target: Array[Byte], offset: Int, count: Int): Unit = {
    val got = in.readNBytes(target, offset, count)
    read += got
    if (got < count) throw damaged(s"the stream ends at byte $read, in the middle of a frame")
  }

  private final val MaxKept = 1 << 20
}
