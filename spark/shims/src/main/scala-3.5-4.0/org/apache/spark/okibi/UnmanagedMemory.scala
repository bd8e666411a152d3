package org.apache.spark.okibi

/** Spark's memory manager takes other memory into account from 4.1 on (SPARK-53001). */
object UnmanagedMemory {
  def register(bytes: () => Long): Unit = ()
}
