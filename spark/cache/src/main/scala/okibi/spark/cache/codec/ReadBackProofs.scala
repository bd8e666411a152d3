package okibi.spark.cache.codec

import java.util.concurrent.atomic.AtomicInteger

/** Classes of records that must still prove that they can be read back. Fory writes some classes that it cannot read.
  * If that is found while the record is available, it costs a fallback and not a block. Thread-safe; does not keep
  * classes alive.
  */
private[codec] final class ReadBackProofs {
  private val counts = new ClassValue[AtomicInteger] {
    override protected def computeValue(cls: Class[_]): AtomicInteger = new AtomicInteger
  }

  /** Whether this record of the class must be read back now: true for the first few records. */
  def wanted(cls: Class[_]): Boolean = {
    val count = counts.get(cls)
    count.get < ReadBackProofs.Enough && count.incrementAndGet() <= ReadBackProofs.Enough
  }
}

private[codec] object ReadBackProofs {
  private final val Enough = 4
}

/** Fory wrote a record that it cannot read. */
private[codec] final class UnreadableException(cls: Class[_], cause: Throwable)
    extends RuntimeException(
      s"class ${cls.getName}: Fory can write it but cannot read it back ($cause)",
      null,
      false,
      false
    )
