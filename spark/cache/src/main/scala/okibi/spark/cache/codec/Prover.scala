package okibi.spark.cache.codec

import org.apache.fory.Fory
import org.apache.fory.context.ReadContext
import org.apache.fory.memory.MemoryBuffer

/** Reads a generic frame while it is being written, strictly, so that what would not come back right is found out while the
  * record is at hand. Goes on from where it was: a frame is read once at most, however many of its records must be proved.
  * Not thread-safe.
  */
private[codec] final class Prover(val fory: Fory) {
  private val context = new ReadContext(
    fory.getConfig,
    fory.getReadContext.getGenerics,
    fory.getTypeResolver,
    new StrictRefReader,
    fory.getReadContext.getMetaStringReader
  )
  private var at = 0
  private var read = 0

  /** Reads the records of the frame that were not read yet.
    *
    * @param payload the frame so far
    * @param records how many there are in it
    * @throws Throwable whatever Fory or a class throws, or that the bytes are not those of so many records; this object must not
    *                   be used again then
    */
  def readOn(payload: MemoryBuffer, records: Int): Unit = {
    payload.readerIndex(at)
    context.prepare(payload, null, false)
    while (read < records) {
      context.readRef()
      context.getRefReader.reset()
      read += 1
    }
    at = payload.readerIndex
    if (at != payload.size) throw new IllegalStateException(s"reading ends at byte $at of ${payload.size}")
  }

  def endFrame(): Unit = {
    context.reset()
    at = 0
    read = 0
  }
}
