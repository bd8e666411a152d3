package okibi.spark.sql.column

import java.nio.ByteBuffer

import sun.misc.Unsafe

/** What Spark's Platform lacks: where a buffer is, and its end before the garbage collector finds it. */
private[sql] object UnsafeAccess {
  val unsafe: Unsafe = {
    val field = classOf[Unsafe].getDeclaredField("theUnsafe")
    field.setAccessible(true)
    field.get(null).asInstanceOf[Unsafe]
  }

  /** Frees or unmaps a buffer that nobody uses any more; what reads it afterwards ends the JVM. */
  def free(buffer: ByteBuffer): Unit = unsafe.invokeCleaner(buffer)
}
