package okibi.spark.cache.codec

import org.apache.fory.Fory
import org.apache.fory.context.ReadContext
import org.apache.fory.memory.MemoryBuffer

/** Reads a generic frame strictly while it is being written, so that a record that would come back wrong is found while
  * the record is available. Continues where the last read ended: a frame is read at most once, however many of its
  * records must be proved. Not thread-safe.
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
    * @param records the number of records in it
    * @throws Throwable whatever Fory or a class throws, or an error if the bytes do not hold that many records; this
    *                   object must not be used again after that
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
    if (at != payload.size) throw new IllegalStateException(s"the records end at byte $at of ${payload.size}")
  }

  def endFrame(): Unit = {
    context.reset()
    at = 0
    read = 0
  }
}
