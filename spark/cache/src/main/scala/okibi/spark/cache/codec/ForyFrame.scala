package okibi.spark.cache.codec

import scala.util.control.NonFatal

import org.apache.fory.Fory
import org.apache.fory.memory.MemoryBuffer

/** Frames of records of any class, written by Fory. A frame holds the name of each class once. References do not cross
  * records, because callers may change an object and pass it again.
  */
private[codec] object ForyFrame {

  final class Encoder(pool: ForyPool, proofs: ReadBackProofs) extends FrameEncoder {
    private var fory: Fory = _
    private var watch: RefWatch = _
    private var prover: Prover = _
    private var start = 0
    private var records = 0

    override def codec: Int = FrameFormat.Generic
    override def generality: Int = 2

    /** @throws Throwable whatever Fory or the class throws; this encoder must not be used again after that */
    override def write(record: AnyRef, buffer: MemoryBuffer): Boolean = {
      if (fory eq null) {
        fory = pool.borrow()
        watch = RefWatch.of(fory)
      }
      val context = fory.getWriteContext
      if (records == 0) {
        context.prepare(buffer, null)
        start = buffer.writerIndex
      }
      context.writeRef(record)
      val doubtful = watch.doubtful
      context.getRefWriter.reset()
      records += 1
      if (
        doubtful || ((record ne null) && records <= Provable && buffer.writerIndex <= ProvableBytes && proofs.wanted(
          record.getClass
        ))
      ) prove(record, buffer)
      true
    }

    override def endFrame(): Unit = if (records > 0) {
      fory.getWriteContext.reset()
      if (prover ne null) prover.endFrame()
      records = 0
    }

    override def release(): Unit = if (fory ne null) {
      endFrame()
      pool.giveBack(fory)
      fory = null
      if (prover ne null) pool.giveBack(prover.fory)
      prover = null
    }

    private def prove(record: AnyRef, buffer: MemoryBuffer): Unit = {
      val length = buffer.writerIndex - start
      def frame = MemoryBuffer.fromByteArray(buffer.getHeapMemory, start, length)
      try {
        if (prover eq null) prover = new Prover(pool.borrow())
        prover.readOn(frame, records)
      } catch {
        case e @ (NonFatal(_) | _: LinkageError | _: StackOverflowError) =>
          prover = null
          // The decoder reads deeply nested records in the same way.
          try DeepStack.run(length.toLong)(new Prover(pool.make(ForyPool.MaxDepth)).readOn(frame, records))
          catch {
            case NonFatal(_) | _: LinkageError | _: StackOverflowError =>
              throw new UnreadableException(record.getClass, e)
          }
      }
    }

    private final val Provable = 64
    private final val ProvableBytes = 4 * FrameFormat.TargetBytes
  }

  final class Decoder(pool: ForyPool) extends FrameDecoder {
    override def read(payload: MemoryBuffer, records: Int, into: Array[AnyRef]): Unit = {
      val start = payload.readerIndex
      try {
        val fory = pool.borrow()
        decode(fory, payload, records, into)
        pool.giveBack(fory)
      } catch {
        // The writing thread had a larger stack, or the record is nested more deeply than usual.
        case e @ (_: StackOverflowError | _: RuntimeException) =>
          payload.readerIndex(start)
          try DeepStack.run(payload.size.toLong)(decode(pool.make(ForyPool.MaxDepth), payload, records, into))
          catch { case again: Throwable => e.addSuppressed(again); throw e }
      }
    }

    private def decode(fory: Fory, payload: MemoryBuffer, records: Int, into: Array[AnyRef]): Unit = {
      val context = fory.getReadContext
      context.prepare(payload, null, false)
      var i = 0
      while (i < records) {
        into(i) = context.readRef()
        context.getRefReader.reset()
        i += 1
      }
      context.reset()
    }
  }
}
