package okibi.spark.sql.column

import java.nio.{ByteBuffer, ByteOrder}

import sun.misc.Unsafe

/** Memory access that Spark's Platform lacks. Stateless. */
private[sql] object UnsafeAccess {
  val unsafe: Unsafe = {
    val field = classOf[Unsafe].getDeclaredField("theUnsafe")
    field.setAccessible(true)
    field.get(null).asInstanceOf[Unsafe]
  }

  def isLittleEndian: Boolean = ByteOrder.nativeOrder() == ByteOrder.LITTLE_ENDIAN

  /** A word of memory with its bytes in big-endian order, and the reverse. */
  def bigEndian(word: Long): Long = if (isLittleEndian) java.lang.Long.reverseBytes(word) else word

  /** Frees or unmaps a buffer before the garbage collector finds it. The JVM crashes if the buffer is read later. */
  def free(buffer: ByteBuffer): Unit = unsafe.invokeCleaner(buffer)
}
