package okibi.spark.cache.codec

import java.util.concurrent.atomic.AtomicInteger

/** Which classes of records must still prove that they can be read back. Fory has classes it writes and cannot read; found out
  * while the record is at hand, that is a fallback and not a lost block. Thread-safe; does not keep classes alive.
  */
private[codec] final class ReadBackProofs {
  private val counts = new ClassValue[AtomicInteger] {
    override protected def computeValue(cls: Class[_]): AtomicInteger = new AtomicInteger
  }

  /** Whether this record of the class is to be read back at once: true for the first few. */
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
      s"class ${cls.getName}: Fory writes it but cannot read it back ($cause)",
      null,
      false,
      false
    )
