package okibi.spark.python

import okibi.spark.sql.arrow.TrackedBuffers

import org.apache.arrow.memory.{ArrowBuf, BufferAllocator}

/** Buffers of the Arrow that Spark has. For one thread. */
private[python] final class SparkBuffers(allocator: BufferAllocator) extends TrackedBuffers[ArrowBuf] {
  override protected def create(bytes: Long): ArrowBuf = allocator.buffer(bytes)

  override def address(buffer: ArrowBuf): Long = buffer.memoryAddress()
}
