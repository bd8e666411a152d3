package org.apache.spark.okibi

import org.apache.spark.memory.{MemoryMode, UnifiedMemoryManager, UnmanagedMemoryConsumer, UnmanagedMemoryConsumerId}

/** Memory outside the heap that Spark's memory manager does not hand out, but takes into account where the user sets
  * `spark.memory.unmanagedMemoryPollingInterval` (SPARK-53001).
  */
object UnmanagedMemory {

  /** Lets Spark ask for these bytes at every poll. Takes the place of what was registered before.
    *
    * @param bytes what is used now; called by a thread of Spark
    */
  def register(bytes: () => Long): Unit = UnifiedMemoryManager.registerUnmanagedMemoryConsumer(
    new UnmanagedMemoryConsumer {
      override val unmanagedMemoryConsumerId: UnmanagedMemoryConsumerId = UnmanagedMemoryConsumerId("okibi", "tables")
      override val memoryMode: MemoryMode = MemoryMode.OFF_HEAP
      override def getMemBytesUsed: Long = bytes()
    }
  )
}
